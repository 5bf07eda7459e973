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
  const taken =
    most === null ? undefined : takeOf(meter, 'requests', caller, { units: 1, most, clock });
  const [common, own] = taken === undefined ? [await asked] : await Promise.all([asked, taken]);
  const isOwn = own !== undefined && (common === undefined || isNearer(own.decision, common));
  const nearest = isOwn ? own.decision : common;
  if (nearest === undefined) return UNLIMITED;
  const { allowed, limit, remaining, resetSeconds } = nearest;
  const headers = {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
  const of = isOwn ? 'key' : 'gateway';
  const refusal = allowed ? undefined : rateLimited(nearest, { of, unit: 'requests' });
  return { headers, refusal };
}

/** Whether a decision says more than another: a refusal does, else the one with less left. */
function isNearer(decision: RateDecision, other: RateDecision): boolean {
  if (!decision.allowed || !other.allowed) return other.allowed;
  return decision.remaining < other.remaining;
}
