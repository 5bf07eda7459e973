import { addDecimals, formatDecimal, type Decimal } from '@model-gateway/core';
import { utcDay } from '@model-gateway/core/kit';
import type { DatedSpender } from '../../database.ts';
import { GENERATION_COLUMNS, type GenerationRow } from '../../generation-rows.ts';
import type { SqliteConnection } from './connection.ts';
import { decimal } from './decimal.ts';

/**
 * Writes a generation, once, and adds it to the sums of a day, its own by default, within a
 * transaction. Returns whether the sums have it: not where nobody served it, and not twice.
 */
export function writeGeneration(
  connection: SqliteConnection,
  row: GenerationRow,
  day = utcDay(row.created_ms),
): boolean {
  const values = GENERATION_COLUMNS.map((name) => row[name]);
  const isNew = connection.run(INSERT, values) > 0;
  if (!isNew || row.provider_slug === null) return false;
  const { account_id, key_hash, user_id, workspace_id, model, provider_slug } = row;
  add(connection, [account_id, day, key_hash, user_id, workspace_id, model, provider_slug], {
    name: row.provider_name,
    cost: decimal(row.cost),
    tokens: [row.prompt_tokens, row.completion_tokens, row.reasoning_tokens],
  });
  return true;
}

/** Adds a charge without a generation to the sums of its day. */
export function addUnexplained(
  connection: SqliteConnection,
  { day, key, workspace, organization }: DatedSpender,
  cost: Decimal,
): void {
  const group = [organization ?? '', day, key, '', workspace, '', ''];
  add(connection, group, { name: '', cost, tokens: [] });
}

interface Addition {
  readonly name: string | null;
  readonly cost: Decimal;
  readonly tokens: readonly (number | null)[];
}

function add(
  connection: SqliteConnection,
  group: readonly string[],
  { name, cost, tokens: [prompt, completion, reasoning] }: Addition,
): void {
  const [known] = connection.all(COST, group) as readonly { readonly cost: string }[];
  const sum = known === undefined ? cost : addDecimals(decimal(known.cost), cost);
  const tokens = [prompt ?? 0, completion ?? 0, reasoning ?? 0];
  connection.run(ADD, [...group, name, formatDecimal(sum), ...tokens]);
}

const INSERT = `insert into mg_generations (${GENERATION_COLUMNS.join(', ')})
  values (${GENERATION_COLUMNS.map(() => '?').join(', ')}) on conflict (id) do nothing`;
const GROUP = 'account_id, day, key_hash, user_id, workspace_id, model, provider_slug';
const COST = `select cost from mg_usage_days where (${GROUP}) = (?, ?, ?, ?, ?, ?, ?)`;
const ADD = `insert into mg_usage_days (${GROUP}, provider_name, requests, cost, prompt_tokens, completion_tokens, reasoning_tokens)
  values (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)
  on conflict (${GROUP}) do update set provider_name = excluded.provider_name,
    requests = requests + 1, cost = excluded.cost,
    prompt_tokens = prompt_tokens + excluded.prompt_tokens,
    completion_tokens = completion_tokens + excluded.completion_tokens,
    reasoning_tokens = reasoning_tokens + excluded.reasoning_tokens`;
