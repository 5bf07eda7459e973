import type { Activity, Clock, Generation, GenerationStore } from '@model-gateway/core';
import { sumOfActivity } from '@model-gateway/core/kit';
import type { Selectable } from 'kysely';
import type { Database, UsageRow } from './database.ts';
import { toGeneration, toGenerationRow, type GenerationRow } from './generation-rows.ts';
import { plainAmount } from './plain-amount.ts';
import type { Schema } from './schema.ts';
import { isStorable } from './storable-text.ts';

/** Creates the store of generations. Sums by day stay when a generation is no longer kept. */
export function createGenerationStore(database: Database): GenerationStore {
  const find = database.prepare<
    { readonly id: string; readonly account: string },
    Selectable<Schema['mg_generations']>
  >('reads', (db, value) =>
    db
      .selectFrom('mg_generations')
      .selectAll()
      .where('id', '=', value('id'))
      .where('account_id', '=', value('account'))
      .compile(),
  );
  return {
    add: (generation) => database.credits.record(rowOf(generation)),
    async find(account, id) {
      if (!isStorable(id) || !isStorable(account)) return undefined;
      const [row] = await find({ id, account });
      return row && toGeneration(row, plainAmount(row.cost));
    },
    async activity({ accountId, firstDay, lastDay, keyHash, userId, workspaceId }) {
      const texts = [accountId, keyHash ?? '', userId ?? '', workspaceId ?? ''];
      if (!texts.every(isStorable)) return [];
      const { items } = await database.credits.usage({
        by: ACTIVITY_COLUMNS,
        first: firstDay,
        last: lastDay,
        only: {
          account_id: accountId,
          key_hash: keyHash,
          user_id: userId,
          workspace_id: workspaceId,
        },
        page: { offset: 0, limit: Number.MAX_SAFE_INTEGER },
      });
      // What was charged without a generation is of no model and no provider.
      return sumOfActivity(items.filter((row) => row.provider_slug !== '').map(toActivity));
    },
  };
}

/** Returns the row of a generation, with its cost in plain digits. */
export function rowOf(generation: Generation): GenerationRow {
  return toGenerationRow(generation, plainAmount(generation.costUsd));
}

/** Deletes generations that are no longer kept; their sums stay. */
export async function forgetGenerations(
  { db }: Database,
  clock: Clock,
  generationDays: number,
): Promise<void> {
  const before = clock.now() - generationDays * DAY_MS;
  await db.deleteFrom('mg_generations').where('created_ms', '<', before).execute();
}

const DAY_MS = 24 * 60 * 60 * 1000;

const ACTIVITY_COLUMNS = ['day', 'model', 'provider_slug', 'workspace_id'] as const;

function toActivity(row: UsageRow<(typeof ACTIVITY_COLUMNS)[number]>): Activity {
  return {
    day: row.day,
    model: row.model,
    provider: { slug: row.provider_slug, name: row.provider_name },
    workspaceId: row.workspace_id,
    requests: Number(row.requests),
    costUsd: plainAmount(row.cost),
    promptTokens: Number(row.prompt_tokens),
    completionTokens: Number(row.completion_tokens),
    reasoningTokens: Number(row.reasoning_tokens),
  };
}
