import type { Decimal } from '@model-gateway/core';
import { utcDay } from '@model-gateway/core/kit';
import type { DatedSpender } from '../../database.ts';
import { GENERATION_COLUMNS, type GenerationRow } from '../../generation-rows.ts';
import { toParameters } from './connection.ts';
import { decimal } from './decimal.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';

/**
 * Writes a generation, once, and adds it to the sums of a day, its own by default. Returns whether the
 * sums have it: not where nobody served it, and not twice.
 */
export function writeGeneration(
  { connection, usage }: LedgerTransaction,
  row: GenerationRow,
  day = utcDay(row.created_ms),
): boolean {
  const values = toParameters(GENERATION_COLUMNS.map((name) => row[name]));
  const isNew = connection.run(INSERT, values) > 0;
  if (!isNew || row.provider_slug === null) return false;
  const { account_id, key_hash, user_id, workspace_id, model, provider_slug } = row;
  usage.add({
    group: [account_id, day, key_hash, user_id, workspace_id, model, provider_slug],
    providerName: row.provider_name,
    cost: decimal(row.cost),
    tokens: [row.prompt_tokens, row.completion_tokens, row.reasoning_tokens],
  });
  return true;
}

/** Adds a charge without a generation to the sums of its day. */
export function addUnexplained(
  { usage }: LedgerTransaction,
  { day, key, user, workspace, organization }: DatedSpender,
  cost: Decimal,
): void {
  const group = [organization ?? user ?? '', day, key, user ?? '', workspace, '', ''];
  usage.add({ group, providerName: '', cost, tokens: [] });
}

const INSERT = `insert into mg_generations (${GENERATION_COLUMNS.join(', ')})
  values (${GENERATION_COLUMNS.map(() => '?').join(', ')}) on conflict (id) do nothing`;
