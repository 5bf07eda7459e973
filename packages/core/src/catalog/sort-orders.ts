import type { Column, Columns, NumberColumn } from './columns.ts';
import type { Category, CatalogEntry } from '../resources/catalog-entry.ts';

interface Sort {
  readonly by: NumberColumn | 'meanPrice';
  readonly highFirst: boolean;
}

const BY_POPULARITY: Sort = { by: 'weeklyTokens', highFirst: true };

/**
 * The twelve orders of GET /models. Each is stable over the catalog's own order, and models without
 * the value come last in either direction. Source: contract §3.8.
 */
const SORTS = {
  'most-popular': BY_POPULARITY,
  newest: { by: 'created', highFirst: true },
  'top-weekly': BY_POPULARITY,
  'pricing-low-to-high': { by: 'meanPrice', highFirst: false },
  'pricing-high-to-low': { by: 'meanPrice', highFirst: true },
  'context-high-to-low': { by: 'contextLength', highFirst: true },
  'throughput-high-to-low': { by: 'throughput', highFirst: true },
  'latency-low-to-high': { by: 'latency', highFirst: false },
  'intelligence-high-to-low': { by: 'intelligence', highFirst: true },
  'coding-high-to-low': { by: 'coding', highFirst: true },
  'agentic-high-to-low': { by: 'agentic', highFirst: true },
  'design-ranking-elo-high-to-low': { by: 'designElo', highFirst: true },
} as const satisfies Record<string, Sort>;

/** An order of GET /models, for example `newest`. */
export type SortOrder = keyof typeof SORTS;

/** The names of all orders. */
// Object.keys loses the key type; the keys are those of SORTS.
export const SORT_ORDERS = Object.keys(SORTS) as [SortOrder, ...SortOrder[]];

/** Positions of the catalog in some order. */
export type Permutation = Uint32Array;

/** The permutations of one catalog, each computed on first use. */
export class Permutations {
  readonly #entries: readonly CatalogEntry[];
  readonly #columns: Columns;
  readonly #made = new Map<Sort | Category, Permutation>();

  constructor(entries: readonly CatalogEntry[], columns: Columns) {
    this.#entries = entries;
    this.#columns = columns;
  }

  sortedBy(order: SortOrder): Permutation {
    const sort: Sort = SORTS[order];
    return this.#once(sort, () => {
      const { by, highFirst } = sort;
      const { numbers, prices } = this.#columns;
      return permute(by === 'meanPrice' ? prices.mean.places : numbers[by], highFirst);
    });
  }

  /** By the category's rank, 1 first. Source: contract §3.5. */
  rankedIn(category: Category): Permutation {
    return this.#once(category, () =>
      permute(
        Float64Array.from(
          this.#entries,
          ({ signals }) => signals.categories?.[category] ?? Number.NaN,
        ),
        false,
      ),
    );
  }

  #once(key: Sort | Category, make: () => Permutation): Permutation {
    let permutation = this.#made.get(key);
    if (permutation === undefined) this.#made.set(key, (permutation = make()));
    return permutation;
  }
}

function permute(column: Column, highFirst: boolean): Permutation {
  const missing = highFirst ? -Infinity : Infinity;
  const keys = column.map((value) => (Number.isNaN(value) ? missing : value));
  const direction = highFirst ? -1 : 1;
  return Uint32Array.from(keys.keys()).sort((a, b) => {
    const left = keys[a] ?? missing;
    const right = keys[b] ?? missing;
    // Equal infinities have no difference (NaN), so compare before subtracting.
    return left === right ? a - b : left < right ? -direction : direction;
  });
}
