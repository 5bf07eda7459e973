import type { Clock, RateMeter } from '@model-gateway/core';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Value } from './statement.ts';
import { requireStorable } from './storable-text.ts';

const MINUTE_MS = 60_000;

interface Take {
  readonly name: string;
  readonly units: number;
  readonly limit: number;
  readonly now: number;
  readonly ends: number;
  /** A window that ends later is of a clock that was ahead, and would last until then. */
  readonly latest: number;
}

interface Window {
  readonly ends_ms: number | string;
  readonly used: number | string;
  readonly is_taken: boolean | number;
}

/**
 * Counts units by name in windows that all processes share, of a minute by default; one statement
 * each. The clocks of the processes should agree to about a second.
 */
export function createRateMeter(database: Database, clock: Clock, windowMs = MINUTE_MS): RateMeter {
  const take = prepareTake(database);
  const correct = prepareCorrect(database);
  const moment = () => {
    const now = clock.now();
    return { now, ends: now + windowMs, latest: now + 2 * windowMs };
  };
  return {
    async take(name, units, limit) {
      requireStorable({ name });
      const times = moment();
      const [window] = await take({ name, units, limit, ...times });
      // An insert with "do update" always returns its row.
      const { ends_ms, used, is_taken } = window ?? {
        ends_ms: times.ends,
        used: 0,
        is_taken: false,
      };
      const endsAt = Number(ends_ms);
      return { isTaken: Boolean(is_taken), used: Number(used), endsAt, minute: String(endsAt) };
    },
    async correct(name, units, { minute }) {
      requireStorable({ name });
      await correct({ name, units, endsAt: Number(minute), ...moment() });
    },
  };
}

function prepareTake(database: Database) {
  return database.prepare<Take, Window>('writes', (db, value) => {
    const [units, limit] = [
      sql`cast(${value('units')} as bigint)`,
      sql`cast(${value('limit')} as bigint)`,
    ];
    const runs = running(value);
    const before = sql`case when ${runs} then meters.used else 0 end`;
    return sql<Window>`
      insert into mg_rate_meters as meters (name, ends_ms, used, is_taken)
      values (${value('name')}, ${value('ends')},
        case when ${units} <= ${limit} then ${units} else 0 end, ${units} <= ${limit})
      on conflict (name) do update set
        used = ${before} + case when ${before} + ${units} <= ${limit} then ${units} else 0 end,
        is_taken = ${before} + ${units} <= ${limit},
        ends_ms = case when ${runs} then meters.ends_ms else excluded.ends_ms end
      returning ends_ms, used, is_taken`.compile(db);
  });
}

/** Whether the window that is kept still runs. */
function running(value: Value<Pick<Take, 'now' | 'latest'>>) {
  return sql`(meters.ends_ms > ${value('now')} and meters.ends_ms <= ${value('latest')})`;
}

interface Correction extends Omit<Take, 'limit'> {
  readonly endsAt: number;
}

function prepareCorrect(database: Database) {
  return database.prepare<Correction, unknown>('writes', (db, value) => {
    const units = sql`cast(${value('units')} as bigint)`;
    const runs = running(value);
    const sum = sql`case when ${runs} then meters.used else 0 end + ${units}`;
    return sql`
      insert into mg_rate_meters as meters (name, ends_ms, used, is_taken)
      select cast(${value('name')} as text), cast(${value('ends')} as bigint), ${units}, true
      where ${units} > 0 or exists (
        select 1 from mg_rate_meters where name = ${value('name')} and ends_ms > ${value('now')}
          and ends_ms = ${value('endsAt')}
      )
      on conflict (name) do update set
        used = case when ${sum} < 0 then 0 else ${sum} end,
        ends_ms = case when ${runs} then meters.ends_ms else excluded.ends_ms end`.compile(db);
  });
}

/** Deletes windows that have ended. */
export async function forgetMeters({ db }: Database, clock: Clock): Promise<void> {
  await db.deleteFrom('mg_rate_meters').where('ends_ms', '<=', clock.now()).execute();
}
