import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { CLOCK, ITERABLE, numberFrom } from '../input/value-rule.ts';
import type { Clock } from '../ports/clock.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

/** Options of `createMemoryRateLimiter`. */
export interface MemoryRateLimiterOptions {
  /** Requests per window and key. */
  readonly limit: number;
  readonly windowSeconds: number;
  readonly clock: Clock;
  /** The open windows of another limiter with the same limit: see `windows`. */
  readonly windows?: ReadonlyMap<string, RateWindow> | undefined;
}

/** The state of a key's window. */
export interface RateWindow {
  /** Milliseconds since the Unix epoch. */
  readonly endsAt: number;
  readonly used: number;
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
  const windows = new Map(options.windows);

  return {
    windows: () => new Map(windows),
    async take(keyHash) {
      const now = clock.now();
      let window = windows.get(keyHash);
      if (window === undefined || window.endsAt <= now) {
        // Windows are added only here, so expired ones are dropped only here. They are kept in the
        // order in which they end.
        windows.delete(keyHash);
        for (const [key, { endsAt }] of windows) {
          if (endsAt > now) break;
          windows.delete(key);
        }
        window = { endsAt: now + windowSeconds * 1000, used: 0 };
        windows.set(keyHash, window);
      }
      const allowed = window.used < limit;
      const used = window.used + (allowed ? 1 : 0);
      // Keeps its position, since windows are in the order in which they end.
      if (allowed) windows.set(keyHash, { ...window, used });
      return {
        allowed,
        limit,
        remaining: limit - used,
        resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
      };
    },
  };
}

const OPTIONS: OptionTable<MemoryRateLimiterOptions> = {
  limit: numberFrom(0),
  windowSeconds: numberFrom(0),
  clock: CLOCK,
  windows: ITERABLE,
};
