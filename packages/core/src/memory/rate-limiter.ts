import type { Clock } from '../ports/clock.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

export interface MemoryRateLimiterOptions {
  /** Requests per window and key. */
  readonly limit: number;
  readonly windowSeconds: number;
  readonly clock: Clock;
}

/** Counts requests per key in fixed windows, each starting with a key's first request. */
export function createMemoryRateLimiter(options: MemoryRateLimiterOptions): RateLimiter {
  const { limit, windowSeconds, clock } = options;
  const windows = new Map<string, { readonly endsAt: number; used: number }>();

  return {
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
      if (allowed) window.used++;
      return {
        allowed,
        limit,
        remaining: limit - window.used,
        resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
      };
    },
  };
}
