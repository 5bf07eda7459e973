import type { Clock, RateMeter } from '@model-gateway/core';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { requireStorable } from './storable-text.ts';

const MINUTE_MS = 60_000;

interface Take {
  readonly name: string;
  readonly units: number;
  readonly limit: number;
  readonly now: number;
  readonly ends: number;
}

interface Minute {
  readonly ends_ms: number | string;
  readonly used: number | string;
  readonly is_taken: boolean | number;
}

/**
 * Counts units by name in minutes that all processes share; one statement each. The clocks of the
 * processes should agree to about a second.
 */
export function createRateMeter(database: Database, clock: Clock): RateMeter {
  const take = prepareTake(database);
  const correct = prepareCorrect(database);
  const moment = () => {
    const now = clock.now();
    return { now, ends: now + MINUTE_MS };
  };
  return {
    async take(name, units, limit) {
      requireStorable({ name });
      const times = moment();
      const [minute] = await take({ name, units, limit, ...times });
      // An insert with "do update" always returns its row.
      const { ends_ms, used, is_taken } = minute ?? {
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
  return database.prepare<Take, Minute>('writes', (db, value) => {
    const [units, limit] = [
      sql`cast(${value('units')} as bigint)`,
      sql`cast(${value('limit')} as bigint)`,
    ];
    const before = sql`case when meters.ends_ms <= ${value('now')} then 0 else meters.used end`;
    return sql<Minute>`
      insert into mg_rate_meters as meters (name, ends_ms, used, is_taken)
      values (${value('name')}, ${value('ends')},
        case when ${units} <= ${limit} then ${units} else 0 end, ${units} <= ${limit})
      on conflict (name) do update set
        used = ${before} + case when ${before} + ${units} <= ${limit} then ${units} else 0 end,
        is_taken = ${before} + ${units} <= ${limit},
        ends_ms = case when meters.ends_ms <= ${value('now')}
          then excluded.ends_ms else meters.ends_ms end
      returning ends_ms, used, is_taken`.compile(db);
  });
}

interface Correction extends Omit<Take, 'limit'> {
  readonly endsAt: number;
}

function prepareCorrect(database: Database) {
  return database.prepare<Correction, unknown>('writes', (db, value) => {
    const units = sql`cast(${value('units')} as bigint)`;
    const isOver = sql`meters.ends_ms <= ${value('now')}`;
    const sum = sql`case when ${isOver} then 0 else meters.used end + ${units}`;
    return sql`
      insert into mg_rate_meters as meters (name, ends_ms, used, is_taken)
      select cast(${value('name')} as text), cast(${value('ends')} as bigint), ${units}, true
      where ${units} > 0 or exists (
        select 1 from mg_rate_meters where name = ${value('name')} and ends_ms > ${value('now')}
          and ends_ms = ${value('endsAt')}
      )
      on conflict (name) do update set
        used = case when ${sum} < 0 then 0 else ${sum} end,
        ends_ms = case when ${isOver} then excluded.ends_ms else meters.ends_ms end`.compile(db);
  });
}

/** Deletes minutes that have ended. */
export async function forgetMeters({ db }: Database, clock: Clock): Promise<void> {
  await db.deleteFrom('mg_rate_meters').where('ends_ms', '<=', clock.now()).execute();
}
