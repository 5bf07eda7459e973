import type { Clock } from '../../ports/clock.ts';
import type { ApiKey } from '../../ports/key-store.ts';
import type { RateMeter } from '../../ports/rate-meter.ts';
import type { RecordedUsage } from '../../ports/request-record.ts';
import { isStoreUnavailable } from '../../ports/store-unavailable.ts';
import { meterName, rateLimited, takeOf } from './rate-limited.ts';

/** The tokens of a request, counted against its key's limit. */
export interface TokenCharge {
  /**
   * Corrects the estimate once the request is over: undefined for one without an answer; what is not
   * known stays as it was estimated.
   */
  end(usage: RecordedUsage | undefined, isCharged: boolean): Promise<void>;
}

/** A key whose tokens are counted. */
type LimitedKey = ApiKey & { readonly limits: { readonly tokensPerMinute: number } };

/** Whether the tokens of a key are counted. */
export function hasTokenLimit(key: ApiKey | undefined): key is LimitedKey {
  return key !== undefined && key.limits.tokensPerMinute !== null;
}

/**
 * Counts what a request will use by estimate, at most the whole limit, so that every request fits
 * into an empty minute. Throws 429. Source: contract §2.10.
 */
export async function chargeTokens(
  key: LimitedKey,
  estimate: () => number,
  { meter, clock }: { readonly meter: RateMeter | undefined; readonly clock: Clock },
): Promise<TokenCharge> {
  const most = key.limits.tokensPerMinute;
  const units = Math.max(1, Math.min(most, estimate()));
  const { reading, decision } = await takeOf(meter, 'tokens', key, { units, most, clock });
  if (!decision.allowed) throw rateLimited(decision, { of: 'key', unit: 'tokens' });
  let isOver = false;
  return {
    async end(usage, isCharged) {
      if (isOver) return;
      isOver = true;
      const used = isCharged ? tokensOf(usage) : 0;
      if (used === undefined || used === units) return;
      await meter
        ?.correct(meterName('tokens', key), used - units, reading)
        .catch((error: unknown) => {
          // A store reports its own outage, and the minute is over before it is back.
          if (!isStoreUnavailable(error)) throw error;
        });
    },
  };
}

function tokensOf(usage: RecordedUsage | undefined): number | undefined {
  if (usage?.promptTokens === undefined && usage?.completionTokens === undefined) return undefined;
  return (usage.promptTokens ?? 0) + (usage.completionTokens ?? 0);
}
