import type { Decimal } from '@model-gateway/core';
import { utcDay } from '@model-gateway/core/kit';
import type { DatedSpender } from '../../database.ts';
import { GENERATION_COLUMNS, type GenerationRow } from '../../generation-rows.ts';
import { toParameter } from './connection.ts';
import { decimal } from '../../decimal.ts';
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
  const values = GENERATION_COLUMNS.map((name) => toParameter(row[name]));
  const isNew = connection.change(INSERT, values) > 0;
  if (!isNew || row.provider_slug === null) return false;
  usage.add(day, row, decimal(row.cost));
  return true;
}

/** Adds a charge without a generation to the sums of its day. */
export function addUnexplained(
  { usage }: LedgerTransaction,
  { day, key, user, workspace, organization }: DatedSpender,
  cost: Decimal,
): void {
  const unexplained = {
    account_id: organization ?? user ?? '',
    key_hash: key,
    user_id: user ?? '',
    workspace_id: workspace,
    model: '',
    provider_slug: '',
    provider_name: '',
    prompt_tokens: 0,
    completion_tokens: 0,
    reasoning_tokens: 0,
  };
  usage.add(day, unexplained, cost);
}

const INSERT = `insert into mg_generations (${GENERATION_COLUMNS.join(', ')})
  values (${GENERATION_COLUMNS.map(() => '?').join(', ')}) on conflict (id) do nothing`;
