import type { GatewayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ask } from '../ports/deadline.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { RateMeter } from '../ports/rate-meter.ts';
import type { RateDecision, RateLimiter } from '../ports/rate-limiter.ts';
import { rateLimited, takeOf } from '../inference/charging/rate-limited.ts';

/** The standing of a request against the limits of its key. */
export interface RateStanding {
  /** `ratelimit-*`, for every response to the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The 429, when the request exceeds a limit. */
  readonly refusal: GatewayError | undefined;
}

/** The standing of a request that is not limited. */
export const UNLIMITED: RateStanding = { headers: {}, refusal: undefined };

/** What counts requests. */
export interface RequestCounters {
  /** The gateway's own limit, the same for every key. */
  readonly limiter: RateLimiter | undefined;
  /** The limits that each key has for itself. */
  readonly meter: RateMeter | undefined;
  readonly clock: Clock;
}

/**
 * Counts a request of this key against the gateway's limit and its own. The headers tell of the one
 * that is nearer to its end. Throws an `Error` for a key with a limit that nothing counts. Source:
 * contract §2.10, §4.8.
 */
export async function countRequest(
  caller: ApiKey,
  { limiter, meter, clock }: RequestCounters,
  ask: Ask,
): Promise<RateStanding> {
  const most = caller.limits.requestsPerMinute;
  const asked = limiter && ask('the rate limiter', () => limiter.take(caller.hash));
  // Most keys have no limit of their own, and nothing else to wait for.
  const [common, own] =
    most === null
      ? [await asked]
      : await Promise.all([asked, takeOf(meter, 'requests', caller, { units: 1, most, clock })]);
  const standings = [
    ...(common === undefined ? [] : [{ decision: common, of: 'gateway' as const }]),
    ...(own === undefined ? [] : [{ decision: own.decision, of: 'key' as const }]),
  ];
  const refused = standings.find(({ decision }) => !decision.allowed);
  const nearest = refused ?? standings.toSorted(byRemaining)[0];
  if (nearest === undefined) return UNLIMITED;
  const { limit, remaining, resetSeconds } = nearest.decision;
  const headers = {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
  const refusal = refused && rateLimited(refused.decision, { of: refused.of, unit: 'requests' });
  return { headers, refusal };
}

function byRemaining(a: Standing, b: Standing): number {
  return a.decision.remaining - b.decision.remaining;
}

interface Standing {
  readonly decision: RateDecision;
}
