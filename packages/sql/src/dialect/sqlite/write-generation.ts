import { addDecimals, formatDecimal, parseDecimal, type Decimal } from '@model-gateway/core';
import { utcDay } from '@model-gateway/core/kit';
import type { GenerationRow } from '../../generation-rows.ts';
import type { SqliteConnection } from './connection.ts';

/** Writes a generation, once, and adds it to the sums of its day, within a transaction. */
export function writeGeneration(connection: SqliteConnection, row: GenerationRow): void {
  const columns = Object.keys(row);
  const marks = columns.map(() => '?').join(', ');
  const insert = `insert into mg_generations (${columns.join(', ')}) values (${marks}) on conflict (id) do nothing`;
  const isNew = connection.run(insert, Object.values(row)) > 0;
  if (!isNew || row.provider_slug === null) return;
  const { account_id, key_hash, user_id, workspace_id, model, provider_slug } = row;
  const group = [
    account_id,
    utcDay(row.created_ms),
    key_hash,
    user_id,
    workspace_id,
    model,
    provider_slug,
  ];
  const [known] = connection.all(COST, group) as readonly { readonly cost: string }[];
  const cost = addDecimals(decimal(known?.cost ?? '0'), decimal(row.cost));
  const tokens = [row.prompt_tokens, row.completion_tokens, row.reasoning_tokens];
  connection.run(ADD, [
    ...group,
    row.provider_name,
    formatDecimal(cost),
    ...tokens.map((count) => count ?? 0),
  ]);
}

const GROUP = 'account_id, day, key_hash, user_id, workspace_id, model, provider_slug';
const COST = `select cost from mg_usage_days where (${GROUP}) = (?, ?, ?, ?, ?, ?, ?)`;
const ADD = `insert into mg_usage_days (${GROUP}, provider_name, requests, cost, prompt_tokens, completion_tokens, reasoning_tokens)
  values (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)
  on conflict (${GROUP}) do update set provider_name = excluded.provider_name,
    requests = requests + 1, cost = excluded.cost,
    prompt_tokens = prompt_tokens + excluded.prompt_tokens,
    completion_tokens = completion_tokens + excluded.completion_tokens,
    reasoning_tokens = reasoning_tokens + excluded.reasoning_tokens`;

function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`the sums hold "${text}", which is not a decimal`);
  return value;
}
