import { rateDecision } from '../accounts/rate-decision.ts';
import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { CLOCK, ITERABLE, numberFrom } from '../input/value-rule.ts';
import type { Clock } from '../ports/clock.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { RateWindows, type RateWindow } from './rate-windows.ts';

/** Options of `createMemoryRateLimiter`. */
export interface MemoryRateLimiterOptions {
  /** Requests per window and key. */
  readonly limit: number;
  readonly windowSeconds: number;
  readonly clock: Clock;
  /** The open windows of another limiter with the same limit: see `windows`. */
  readonly windows?: ReadonlyMap<string, RateWindow> | undefined;
}

/** A rate limiter in memory, with a way to copy it. */
export interface MemoryRateLimiter extends RateLimiter {
  /** Returns the open windows by the hash of their key, to start another limiter with. */
  windows(): ReadonlyMap<string, RateWindow>;
}

/**
 * Creates a limiter that counts requests per key in fixed windows, each starting with a key's first
 * request.
 */
export function createMemoryRateLimiter(options: MemoryRateLimiterOptions): MemoryRateLimiter {
  checkOptions('createMemoryRateLimiter', options, OPTIONS, ['limit', 'windowSeconds', 'clock']);
  const { limit, windowSeconds, clock } = options;
  const windows = new RateWindows(clock, windowSeconds * 1000, options.windows);
  return {
    windows: () => windows.all(),
    take: (keyHash) => rateDecision(windows.takeNow(keyHash, 1, limit), limit, clock.now()),
  };
}

const OPTIONS: OptionTable<MemoryRateLimiterOptions> = {
  limit: numberFrom(0),
  windowSeconds: numberFrom(0),
  clock: CLOCK,
  windows: ITERABLE,
};
