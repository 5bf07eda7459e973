import type { GatewayError } from '../errors.ts';
import { andThen, type MaybePromise } from '../ports/maybe-promise.ts';
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
export function countRequest(
  caller: ApiKey,
  { limiter, meter, clock }: RequestCounters,
  ask: Ask,
): MaybePromise<RateStanding> {
  const most = caller.limits.requestsPerMinute;
  const common = limiter && ask('the rate limiter', () => limiter.take(caller.hash));
  // Most keys have no limit of their own, and nothing else to wait for.
  if (most === null) return andThen(common, (decision) => standingOf(decision, undefined));
  const own = takeOf(meter, 'requests', caller, { units: 1, most, clock });
  return Promise.all([common, own]).then(([decision, taken]) =>
    standingOf(decision, taken.decision),
  );
}

/** Returns what the nearer of both limits says. */
function standingOf(common: RateDecision | undefined, own: RateDecision | undefined): RateStanding {
  const isOwn = own !== undefined && (common === undefined || isNearer(own, common));
  const nearest = isOwn ? own : common;
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
