import type { Clock } from '../ports/clock.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

export interface MemoryRateLimiterOptions {
  /** Requests per window and key. */
  readonly limit: number;
  readonly windowSeconds: number;
  readonly clock: Clock;
  /** The windows that another limiter of the same limit has open: see `windows`. */
  readonly windows?: ReadonlyMap<string, RateWindow> | undefined;
}

/** What is left of a key's window. */
export interface RateWindow {
  /** Milliseconds since the Unix epoch. */
  readonly endsAt: number;
  readonly used: number;
}

export interface MemoryRateLimiter extends RateLimiter {
  /** The windows that are open now, by the hash of their key, for another limiter to begin with. */
  windows(): ReadonlyMap<string, RateWindow>;
}

/** Counts requests per key in fixed windows, each starting with a key's first request. */
export function createMemoryRateLimiter(options: MemoryRateLimiterOptions): MemoryRateLimiter {
  const { limit, windowSeconds, clock } = options;
  const windows = new Map(options.windows);

  return {
    windows: () => new Map(windows),
    async take(keyHash) {
      const now = clock.now();
      let window = windows.get(keyHash);
      if (window === undefined || window.endsAt <= now) {
        // The only time anything is added, so the only time anything has to be dropped. Windows are
        // kept in the order in which they end.
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
      // In the place that it has, which is the order in which windows end.
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
