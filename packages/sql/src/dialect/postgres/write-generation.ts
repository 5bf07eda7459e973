import { utcDay } from '@model-gateway/core/kit';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database.ts';
import { GENERATION_COLUMNS, GENERATION_TYPES, type GenerationRow } from '../../generation-rows.ts';
import type { Value } from '../../statement.ts';
import { COUNTERS, RESERVATION_ID } from '../../subject-columns.ts';

/** A generation as the values of a statement, and the day that it counts on. */
export type GenerationValues = GenerationRow & { readonly day: string };

export function generationValues(row: GenerationRow): GenerationValues {
  return { ...row, day: utcDay(row.created_ms) };
}

/**
 * Returns the parts of a `with` that write a generation for the row of `source` and add it to the
 * sums of the day of that row; they write nothing for an id that is written already.
 */
export function writeGeneration(
  value: Value<GenerationValues>,
  source: 'charge' | 'source',
): RawBuilder<unknown> {
  const values = GENERATION_COLUMNS.map(
    (name) => sql`${value(name)}::${sql.raw(GENERATION_TYPES[name])}`,
  );
  return sql`
    generation as (
      insert into mg_generations (${sql.raw(GENERATION_COLUMNS.join(', '))})
      select ${sql.join(values)} from ${sql.raw(source)}
      on conflict (id) do nothing
      returning *
    ), usage as (
      insert into mg_usage_days as sums (account_id, day, key_hash, user_id, workspace_id, model,
        provider_slug, provider_name, requests, cost, prompt_tokens, completion_tokens,
        reasoning_tokens)
      select account_id, (select day from ${sql.raw(source)}), key_hash, user_id, workspace_id, model,
        provider_slug, provider_name, 1, cost, coalesce(prompt_tokens, 0),
        coalesce(completion_tokens, 0), coalesce(reasoning_tokens, 0)
      from generation where provider_slug is not null
      on conflict (account_id, day, key_hash, user_id, workspace_id, model, provider_slug)
      do update set provider_name = excluded.provider_name, requests = sums.requests + 1,
        cost = sums.cost + excluded.cost,
        prompt_tokens = sums.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = sums.completion_tokens + excluded.completion_tokens,
        reasoning_tokens = sums.reasoning_tokens + excluded.reasoning_tokens
    )`;
}

/** The rows that may count a spender whose columns are those of a reservation. */
export const SPENDER_ROWS = sql.join(
  COUNTERS.map(([counter, kind]) => sql`(${sql.lit(counter)}, ${sql.raw(RESERVATION_ID[kind])})`),
);

/**
 * Returns the parts of a `with` that add the column `change` of `source` to what the subjects named
 * in it have used, as far as they are counted, in the window of its day. Rows are locked in the order
 * of a reservation: the statements of many keys, which share a workspace, never wait in a circle. The
 * window is no condition, so that the newest row decides, as in a reservation.
 */
export function countSpending(source: 'charge' | 'served'): RawBuilder<unknown> {
  return sql`
    counters as materialized (
      select kind, id from ${sql.ref(source)} cross join mg_spending
      where key_hash is not null and (kind, id) in (${SPENDER_ROWS})
      order by kind, id for update of mg_spending
    ), counted as (
      update mg_spending as sums set used = sums.used
        + case when ${sql.ref(source)}.day between sums.first_day and sums.last_day
          then ${sql.ref(source)}.change else 0 end
      from ${sql.ref(source)} cross join counters
      where sums.kind = counters.kind and sums.id = counters.id
    )`;
}

export function prepareRecord(prepare: Database['prepare']) {
  return prepare<GenerationValues, unknown>('writes', (db, value) =>
    sql`
      with source as (
        select ${value('day')}::text as day, ${value('key_hash')}::text as key_hash,
          ${value('workspace_id')}::text as workspace_id, ${value('user_id')}::text as user_id,
          ${value('account_id')}::text as organization_id
      ), ${writeGeneration(value, 'source')}, served as (
        select source.*, generation.cost as change from source, generation
        where generation.provider_slug is not null
      ), ${countSpending('served')}
      select id from generation`.compile(db),
  );
}
