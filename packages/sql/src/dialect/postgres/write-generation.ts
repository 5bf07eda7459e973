import { utcDay } from '@model-gateway/core/kit';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database.ts';
import type { GenerationRow } from '../../generation-rows.ts';
import type { Value } from '../../statement.ts';

/** A generation as the values of a statement; all null for a step without one. */
export type GenerationValues = {
  readonly [Column in keyof GenerationRow]: GenerationRow[Column] | null;
} & { readonly day: string | null };

const TYPES: { readonly [Column in keyof GenerationRow]: string } = {
  id: 'text',
  created_ms: 'bigint',
  operation: 'text',
  account_id: 'text',
  key_hash: 'text',
  user_id: 'text',
  workspace_id: 'text',
  session_id: 'text',
  model: 'text',
  provider_slug: 'text',
  provider_name: 'text',
  is_stream: 'boolean',
  is_cancelled: 'boolean',
  finish_reason: 'text',
  ms: 'bigint',
  first_output_ms: 'bigint',
  prompt_tokens: 'bigint',
  completion_tokens: 'bigint',
  reasoning_tokens: 'bigint',
  cached_tokens: 'bigint',
  cost: 'numeric',
};
// Object.keys forgets what it listed.
const COLUMNS = Object.keys(TYPES) as readonly (keyof GenerationRow)[];

// `NONE` has a null for each column, and for the day.
const NONE = Object.fromEntries([...COLUMNS, 'day'].map((name) => [name, null])) as {
  readonly [Name in keyof GenerationValues]: null;
};

export function generationValues(row: GenerationRow | undefined): GenerationValues {
  return row === undefined ? NONE : { ...row, day: utcDay(row.created_ms) };
}

/**
 * Returns the parts of a `with` that write a generation for a row of `source` and add it to the sums
 * of its day; they write nothing for nulls, and for an id that is written already.
 */
export function writeGeneration(
  value: Value<GenerationValues>,
  source: string,
): RawBuilder<unknown> {
  const values = COLUMNS.map((name) => sql`${value(name)}::${sql.raw(TYPES[name])}`);
  return sql`
    generation as (
      insert into mg_generations (${sql.raw(COLUMNS.join(', '))})
      select ${sql.join(values)} from ${sql.raw(source)} where ${value('id')}::text is not null
      on conflict (id) do nothing
      returning *
    ), usage as (
      insert into mg_usage_days as sums (account_id, day, key_hash, user_id, workspace_id, model,
        provider_slug, provider_name, requests, cost, prompt_tokens, completion_tokens,
        reasoning_tokens)
      select account_id, ${value('day')}::text, key_hash, user_id, workspace_id, model,
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

export function prepareRecord(prepare: Database['prepare']) {
  return prepare<GenerationValues, unknown>('writes', (db, value) =>
    sql`
      with source as (select 1), ${writeGeneration(value, 'source')}
      select id from generation`.compile(db),
  );
}
