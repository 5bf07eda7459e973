import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { ITERABLE, wholeFrom } from '../input/value-rule.ts';
import type { ActivityQuery, Generation, GenerationStore } from '../ports/generation-store.ts';
import { sumOfActivity } from '../accounts/sum-of-activity.ts';
import { utcDay } from '../accounts/utc-day.ts';

/** Options of `createMemoryGenerationStore`. */
export interface MemoryGenerationStoreOptions {
  /** How many generations to keep, 10,000 by default; a new one replaces the oldest. */
  readonly maxEntries?: number | undefined;
  /** Those to begin with, oldest first: what `contents` of another store returned. */
  readonly generations?: Iterable<Generation> | undefined;
}

/** A generation store in memory, with a way to read all of it. */
export interface MemoryGenerationStore extends GenerationStore {
  /** Returns a copy of all that it keeps, oldest first. */
  contents(): readonly Generation[];
}

const OPTIONS: OptionTable<MemoryGenerationStoreOptions> = {
  maxEntries: wholeFrom(1),
  generations: ITERABLE,
};

/**
 * Creates a generation store in memory. Sums are of the generations that it keeps. Throws a
 * `TypeError` for invalid options.
 */
export function createMemoryGenerationStore(
  options: MemoryGenerationStoreOptions = {},
): MemoryGenerationStore {
  checkOptions('createMemoryGenerationStore', options, OPTIONS);
  const { maxEntries = 10_000, generations = [] } = options;
  const kept = new Map<string, Generation>();
  /** Stays at the oldest: one from the beginning would pass the places of all that were deleted. */
  const oldest = kept.keys();
  const put = (generation: Generation) => {
    if (kept.has(generation.id)) return;
    if (kept.size >= maxEntries) kept.delete(oldest.next().value ?? '');
    kept.set(generation.id, copyOf(generation));
  };
  for (const generation of generations) put(generation);
  return {
    contents: () => Array.from(kept.values(), copyOf),
    add: async (generation) => put(generation),
    async find(accountId, id) {
      const found = kept.get(id);
      return found?.accountId === accountId ? copyOf(found) : undefined;
    },
    async activity(query) {
      return sumOfActivity([...kept.values()].flatMap((one) => toActivity(one, query)));
    },
  };
}

/** By hand: every answer is kept, and the general way takes 20 times as long. */
function copyOf(generation: Generation): Generation {
  const { provider, items } = generation;
  return {
    ...generation,
    provider: provider && { ...provider },
    ...(items !== undefined && { items: items.map((item) => ({ ...item })) }),
  };
}

function toActivity(generation: Generation, query: ActivityQuery) {
  const { provider, model, workspaceId, costUsd } = generation;
  const day = utcDay(generation.createdAt);
  const isWanted =
    generation.accountId === query.accountId &&
    day >= query.firstDay &&
    day <= query.lastDay &&
    generation.keyHash === (query.keyHash ?? generation.keyHash) &&
    generation.userId === (query.userId ?? generation.userId) &&
    workspaceId === (query.workspaceId ?? workspaceId);
  if (!isWanted || provider === null) return [];
  return {
    day,
    model,
    provider,
    workspaceId,
    requests: 1,
    costUsd,
    promptTokens: generation.promptTokens ?? 0,
    completionTokens: generation.completionTokens ?? 0,
    reasoningTokens: generation.reasoningTokens ?? 0,
  };
}
