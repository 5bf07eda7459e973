import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { ITERABLE, wholeFrom } from '../input/value-rule.ts';
import type {
  ActivityQuery,
  ChargeItem,
  Generation,
  GenerationStore,
} from '../ports/generation-store.ts';
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
  const kept = new Map<string, Kept>();
  /** Stays at the oldest: one from the beginning would pass the places of all that were deleted. */
  const oldest = kept.keys();
  const put = (generation: Generation) => {
    if (kept.has(generation.id)) return;
    if (kept.size >= maxEntries) kept.delete(oldest.next().value ?? '');
    kept.set(generation.id, toKept(generation));
  };
  for (const generation of generations) put(generation);
  return {
    contents: () => Array.from(kept.values(), fromKept),
    add: async (generation) => put(generation),
    async find(accountId, id) {
      const found = kept.get(id);
      return found?.accountId === accountId ? fromKept(found) : undefined;
    },
    async activity(query) {
      return sumOfActivity([...kept.values()].flatMap((one) => toActivity(one, query)));
    },
  };
}

/**
 * A generation as it is kept, with the lines of its charge as JSON: as objects they are ten of each of
 * some ten thousand generations, which V8 copies at first and then visits again and again.
 */
type Kept = Omit<Generation, 'items'> & { readonly items: string | undefined };

function toKept(generation: Generation): Kept {
  const { items } = generation;
  return {
    ...generation,
    provider: providerOf(generation),
    items: items && JSON.stringify(items),
  };
}

/** Returns a copy, which may be changed. */
function fromKept({ items, ...generation }: Kept): Generation {
  const { provider } = generation;
  return {
    ...generation,
    provider: provider && { ...provider },
    // It was written above, of such lines.
    ...(items !== undefined && { items: JSON.parse(items) as ChargeItem[] }),
  };
}

/** The last provider: most generations in a row have the same. */
let lastProvider: Generation['provider'] = null;

function providerOf({ provider }: Pick<Generation, 'provider'>): Generation['provider'] {
  const isSame = provider?.slug === lastProvider?.slug && provider?.name === lastProvider?.name;
  return isSame ? lastProvider : (lastProvider = provider && { ...provider });
}

function toActivity(generation: Kept, query: ActivityQuery) {
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
    // The one that is kept is that of many.
    provider: { ...provider },
    workspaceId,
    requests: 1,
    costUsd,
    promptTokens: generation.promptTokens ?? 0,
    completionTokens: generation.completionTokens ?? 0,
    reasoningTokens: generation.reasoningTokens ?? 0,
  };
}
