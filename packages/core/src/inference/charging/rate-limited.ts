import { rateDecision } from '../../accounts/rate-decision.ts';
import { GatewayError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiKey } from '../../ports/key-store.ts';
import type { RateDecision } from '../../ports/rate-limiter.ts';
import type { MeterReading, RateMeter } from '../../ports/rate-meter.ts';

/** What a key may use so much of a minute. */
export type RateUnit = 'requests' | 'tokens';

const NOBODY_COUNTS =
  'the key of a request has a limit by the minute, and nothing counts for it: give ' +
  'createGateway({ inference: { meter } }) a meter, such as createMemoryRateMeter({ clock }) or that ' +
  'of openStores()';

/** Returns the name under which a key's use is counted. */
export function meterName(unit: RateUnit, { hash }: Pick<ApiKey, 'hash'>): string {
  return `${unit} ${hash}`;
}

/** Counts for a key against a limit of its own. Throws an `Error` where there is no meter. */
export async function takeOf(
  meter: RateMeter | undefined,
  unit: RateUnit,
  key: Pick<ApiKey, 'hash'>,
  { units, most, clock }: { readonly units: number; readonly most: number; readonly clock: Clock },
): Promise<{ readonly reading: MeterReading; readonly decision: RateDecision }> {
  if (meter === undefined) throw new Error(NOBODY_COUNTS);
  const reading = await meter.take(meterName(unit, key), units, most);
  return { reading, decision: rateDecision(reading, most, clock.now()) };
}

/** Returns the 429 that says whose limit of what it was, and when it ends. Source: contract §2.10. */
export function rateLimited(
  { limit, remaining, resetSeconds }: RateDecision,
  { of, unit }: { readonly of: 'gateway' | 'key'; readonly unit: RateUnit },
): GatewayError {
  return new GatewayError('rateLimited', {
    ...(of === 'key' && {
      message: `Rate limit exceeded: this key may use ${limit} ${unit} a minute, and ${remaining} are left for ${resetSeconds} s`,
    }),
    metadata: { limit, reset_seconds: resetSeconds, limit_of: of, limit_unit: unit },
    headers: { 'retry-after': String(resetSeconds) },
  });
}
