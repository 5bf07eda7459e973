import type { Page, PageRequest } from '@model-gateway/core';
import { canonicalId } from '@model-gateway/core/kit';
import type { UsageColumn } from '../database.ts';
import { plainAmount } from '../plain-amount.ts';
import { isStorable } from '../storable-text.ts';
import { AdministrationError } from '../administration-error.ts';
import type { AdministrationContext } from './administration-context.ts';

/** What usage can be apart by. `account` is an organization or, without one, a user. */
export type UsageGroup = 'day' | 'account' | 'workspace' | 'user' | 'key' | 'model' | 'provider';

/** Which usage to add up. */
export interface UsageQuestion extends PageRequest {
  /** What is apart, at least one; the rest is added up. */
  readonly by: readonly UsageGroup[];
  /** UTC days, `YYYY-MM-DD`, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Only what has these values: a key by its digest, a provider by its slug. */
  readonly only?: { readonly [Group in UsageGroup]?: string | undefined } | undefined;
}

/** What was used of one group: what providers served, as GET /activity adds it up. */
export interface UsageSum {
  /** The values of what is apart. */
  readonly group: { readonly [Group in UsageGroup]?: string };
  /** The label of the key where keys are apart; null for one that was deleted. */
  readonly keyLabel: string | null;
  readonly requests: number;
  /** USD, an exact decimal. */
  readonly costUsd: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly reasoningTokens: number;
}

/** Reads what was used, of every account. */
export interface UsageAdministration {
  /**
   * Returns exact sums by UTC day and whatever else is asked for: the newest day first where days are
   * apart, then what cost most. Rejects with `AdministrationError` when nothing is apart.
   */
  sums(question: UsageQuestion): Promise<Page<UsageSum>>;
}

const COLUMNS: Readonly<Record<UsageGroup, UsageColumn>> = {
  day: 'day',
  account: 'account_id',
  workspace: 'workspace_id',
  user: 'user_id',
  key: 'key_hash',
  model: 'model',
  provider: 'provider_slug',
};

export function createUsageAdministration({
  database,
}: AdministrationContext): UsageAdministration {
  const { db, credits } = database;
  const labelsOf = async (hashes: readonly string[]) => {
    const labels = new Map<string, string>();
    for (let start = 0; start < hashes.length; start += HASHES_AT_ONCE) {
      const some = hashes.slice(start, start + HASHES_AT_ONCE);
      const keys = db.selectFrom('mg_keys').select(['hash', 'label']).where('hash', 'in', some);
      for (const { hash, label } of await keys.execute()) labels.set(hash, label);
    }
    return labels;
  };
  return {
    async sums({ by, firstDay, lastDay, only = {}, offset, limit }) {
      const groups = [...new Set(by)];
      if (groups.length === 0) throw new AdministrationError('say what usage shall be apart by');
      const filters = Object.entries(only).map(([group, value]): [string, string | undefined] => [
        // The names of the groups.
        COLUMNS[group as UsageGroup],
        group === 'workspace' && value !== undefined ? canonicalId(value) : value,
      ]);
      const values = [firstDay, lastDay, ...Object.values(only)];
      if (values.some((value) => value !== undefined && !isStorable(value))) return NOTHING;
      const { items, totalCount } = await credits.usage({
        by: groups.map((group) => COLUMNS[group]),
        first: firstDay,
        last: lastDay,
        only: Object.fromEntries(filters),
        page: { offset, limit },
      });
      const hasKeys = groups.includes('key');
      const labels = await labelsOf(hasKeys ? items.map(({ key_hash }) => key_hash) : []);
      return {
        totalCount,
        items: items.map((row) => ({
          group: Object.fromEntries(groups.map((group) => [group, row[COLUMNS[group]]])),
          keyLabel: labels.get(row.key_hash) ?? null,
          requests: Number(row.requests),
          costUsd: plainAmount(row.cost),
          promptTokens: Number(row.prompt_tokens),
          completionTokens: Number(row.completion_tokens),
          reasoningTokens: Number(row.reasoning_tokens),
        })),
      };
    },
  };
}

/** Databases take a few thousand values in one statement. */
const HASHES_AT_ONCE = 500;
const NOTHING: Page<UsageSum> = { items: [], totalCount: 0 };
