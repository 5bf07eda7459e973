import type { House } from '../families/family.ts';
import type { Weighted } from '../draws/weighted.ts';
import type { Era } from '../dates/era.ts';

export interface PriceList {
  /** Mean and deviation of the sizes of its models, which place a model on its prompt prices. */
  readonly sizes: readonly [mean: number, deviation: number];
  /** Completion price over prompt price. */
  readonly completion: readonly Weighted<number>[];
  /** Share of completion prices that are round themselves, whatever their ratio is then. */
  readonly roundCompletion: number;
  /** Share of lines with a price for cached input, and that price over the prompt price. */
  readonly cacheRead: { readonly share: number } & Readonly<
    Record<Era, readonly Weighted<number>[]>
  >;
  /** The same for writing to the cache; `hour` is the share that also prices an hour's keep. */
  readonly cacheWrite: {
    readonly share: number;
    readonly ratios: readonly Weighted<number>[];
    readonly hour: number;
    /** True where older models have none. */
    readonly recentOnly?: true;
    /** Dollars per token where writing costs the same whatever the prompt does, by size. */
    readonly flat?: Readonly<Record<'small' | 'large', string>>;
  };
  readonly webSearch: { readonly share: number; readonly usd: readonly Weighted<string>[] };
}

const NO_CACHE_WRITES = { share: 0, ratios: [], hour: 0 };
const NO_SEARCHES = { share: 0, usd: [] };

/**
 * Vendors write prices with one or two digits and in round ratios. Observed over 318 paid models:
 * half of the prompt prices have one significant digit, a third have two; completion costs 4, 5, 6,
 * 3, 8 or 2 times as much, cached input a tenth, a fifth, a half or a quarter, and writing to the
 * cache 1.25 times the prompt. Resellers of open weights have more uneven prices.
 */
export const PRICE_LISTS: Readonly<Record<House, PriceList>> = {
  flagship: {
    sizes: [0.57, 0.2],
    roundCompletion: 0,
    completion: [
      [2, 2],
      [3, 4],
      [4, 20],
      [6, 13],
      [8, 16],
    ],
    cacheRead: {
      share: 0.75,
      recent: [[0.1, 1]],
      middle: [
        [0.1, 7],
        [0.25, 5],
      ],
      old: [
        [0.25, 2],
        [0.5, 6],
      ],
    },
    cacheWrite: { share: 0.35, ratios: [[1.25, 1]], hour: 0, recentOnly: true },
    webSearch: { share: 0.7, usd: [['0.01', 1]] },
  },
  assistant: {
    sizes: [0.65, 0.2],
    roundCompletion: 0,
    completion: [[5, 1]],
    cacheRead: { share: 1, recent: [[0.1, 1]], middle: [[0.1, 1]], old: [[0.12, 1]] },
    cacheWrite: { share: 1, ratios: [[1.25, 1]], hour: 0.94 },
    webSearch: { share: 1, usd: [['0.01', 1]] },
  },
  multimodal: {
    sizes: [0.48, 0.17],
    roundCompletion: 0.5,
    completion: [
      [4, 1],
      [5, 2],
      [6, 11],
      [8, 5],
    ],
    cacheRead: { share: 0.85, recent: [[0.1, 1]], middle: [[0.1, 1]], old: [[0.25, 1]] },
    cacheWrite: {
      share: 0.85,
      ratios: [],
      hour: 0,
      // Dollars per million tokens and hour: a twelfth of one, or of four and a half.
      flat: { small: '0.00000008333333333333334', large: '0.000000375' },
    },
    webSearch: { share: 1, usd: [['0.014', 1]] },
  },
  cloud: {
    sizes: [0.42, 0.21],
    roundCompletion: 0.4,
    completion: [
      [1, 2],
      [1.5, 2],
      [2, 5],
      [3, 14],
      [4, 19],
      [5, 11],
      [6, 6],
      [8, 5],
      [10, 3],
    ],
    cacheRead: {
      share: 0.5,
      recent: [
        [0.1, 3],
        [0.2, 5],
      ],
      middle: [
        [0.1, 4],
        [0.2, 3],
        [0.25, 1],
      ],
      old: [
        [0.1, 1],
        [0.25, 1],
      ],
    },
    cacheWrite: { share: 0.18, ratios: [[1.25, 1]], hour: 0 },
    webSearch: {
      share: 0.17,
      usd: [
        ['0.005', 3],
        ['0.01', 1],
      ],
    },
  },
  open: {
    sizes: [0.38, 0.23],
    roundCompletion: 0.55,
    completion: [
      [1, 8],
      [1.25, 1],
      [1.5, 3],
      [1.6, 2],
      [2, 13],
      [2.5, 2],
      [2.7, 2],
      [3, 10],
      [3.15, 3],
      [3.3, 3],
      [3.6, 3],
      [3.9, 4],
      [4, 22],
      [4.15, 5],
      [4.4, 3],
      [4.7, 3],
      [5, 5],
      [5.6, 3],
      [6, 3],
      [6.6, 4],
      [7.2, 3],
      [8, 4],
      [9, 1],
      [10, 3],
      [11.5, 3],
    ],
    cacheRead: {
      share: 0.49,
      recent: [
        [0.1, 5],
        [0.2, 9],
        [0.25, 4],
        [0.5, 2],
        [0.02, 3],
        [0.17, 1],
        [0.27, 1],
        [0.33, 1],
      ],
      middle: [
        [0.1, 3],
        [0.2, 3],
        [0.5, 4],
        [0.19, 1],
        [0.15, 1],
        [0.33, 2],
        [0.27, 2],
        [0.36, 1],
        [0.7, 1],
      ],
      old: [[0.5, 1]],
    },
    cacheWrite: NO_CACHE_WRITES,
    webSearch: NO_SEARCHES,
  },
  community: {
    sizes: [0.4, 0.24],
    roundCompletion: 0.5,
    completion: [
      [1, 6],
      [1.25, 2],
      [1.5, 3],
      [2, 5],
      [3, 2],
      [4.5, 1],
    ],
    cacheRead: {
      share: 0.25,
      recent: [[0.25, 1]],
      middle: [
        [0.25, 2],
        [0.5, 1],
      ],
      old: [[0.5, 1]],
    },
    cacheWrite: NO_CACHE_WRITES,
    webSearch: NO_SEARCHES,
  },
};
