import type { Clock, RateLimiter } from '@model-gateway/core';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { requireStorable } from './storable-text.ts';

/** The limit of the requests of each key. */
export interface RateLimitOptions {
  /** Requests per window and key. */
  readonly limit: number;
  readonly windowSeconds: number;
}

interface Take {
  readonly keyHash: string;
  readonly now: number;
  readonly ends: number;
  readonly limit: number;
}

interface Window {
  readonly ends_ms: number | string;
  readonly used: number;
}

/**
 * Counts requests per key in fixed windows, which start with a key's first request and are shared
 * by all processes. The clocks of the processes should agree to about a second.
 */
export function createRateLimiter(
  database: Database,
  clock: Clock,
  { limit, windowSeconds }: RateLimitOptions,
): RateLimiter {
  const take = database.prepare<Take, Window>('writes', (db, value) => {
    const isOver = sql`mg_rate_windows.ends_ms <= ${value('now')}`;
    // One more than the limit means that a request was refused; counting further adds nothing.
    const next = sql`case when mg_rate_windows.used > ${value('limit')}
      then mg_rate_windows.used else mg_rate_windows.used + 1 end`;
    return sql<Window>`
      insert into mg_rate_windows (key_hash, ends_ms, used)
      values (${value('keyHash')}, ${value('ends')}, 1)
      on conflict (key_hash) do update set
        used = case when ${isOver} then 1 else ${next} end,
        ends_ms = case when ${isOver} then excluded.ends_ms else mg_rate_windows.ends_ms end
      returning ends_ms, used`.compile(db);
  });

  return {
    async take(keyHash) {
      requireStorable({ keyHash });
      const now = clock.now();
      const ends = now + windowSeconds * 1000;
      const [window] = await take({ keyHash, now, ends, limit });
      // An insert with "do update" always returns its row.
      const { used, ends_ms } = window ?? { used: limit + 1, ends_ms: ends };
      return {
        allowed: used <= limit,
        limit,
        remaining: Math.max(0, limit - used),
        resetSeconds: Math.max(1, Math.ceil((Number(ends_ms) - now) / 1000)),
      };
    },
  };
}

/** Deletes windows that have ended. */
export async function forgetWindows({ db }: Database, clock: Clock): Promise<void> {
  await db.deleteFrom('mg_rate_windows').where('ends_ms', '<=', clock.now()).execute();
}
