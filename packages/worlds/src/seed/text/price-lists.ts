import type { House } from '../families/family.ts';
import type { Era } from './era.ts';

export interface PriceList {
  /** Dollars per million prompt tokens of a model of size 0 and of size 1; between them, geometric. */
  readonly prompt: readonly [smallest: number, largest: number];
  /** Deviation of the logarithm of a line's price. */
  readonly spread: number;
  /** `round` prints 2.5, `odd` 2.43. */
  readonly printing: 'round' | 'odd';
  /** Completion price over prompt price. */
  readonly completion: Readonly<Record<Era, readonly number[]>>;
  /** Share of lines with a price for cached input, and that price over the prompt price. */
  readonly cacheRead: { readonly share: number } & Readonly<Record<Era, readonly number[]>>;
  /** The same for writing to the cache; `hour` is the share that also prices an hour's keep. */
  readonly cacheWrite: Readonly<Record<'share' | 'ratio' | 'hour', number>>;
  readonly webSearch: { readonly share: number; readonly usd: string };
}

/**
 * Observed over 318 paid models: the logarithm of the prompt price has mean −0.65 and deviation
 * 1.58 (dollars per million; median 0.50, extremes 0.01 and 150). Completion costs 3 to 6 times as
 * much for half of them, the same for small old ones, 8 times for some large ones. 54 % price cached
 * input, mostly at a tenth, older ones at a quarter or half; 17 % price cache writes, at 1.25 times
 * the prompt or at a small rate; 5 % an hour's keep, at twice the prompt. 30 % price web searches.
 */
const PRICE_LISTS: Readonly<Record<House, PriceList>> = {
  flagship: {
    prompt: [0.05, 50],
    spread: 0.25,
    printing: 'round',
    completion: { recent: [6, 6, 6, 8], middle: [8, 8, 4, 4], old: [4, 4, 3, 2, 1.5] },
    cacheRead: { share: 0.75, recent: [0.1], middle: [0.1, 0.25], old: [0.25, 0.5] },
    cacheWrite: { share: 0.3, ratio: 1.25, hour: 0 },
    webSearch: { share: 0.7, usd: '0.01' },
  },
  assistant: {
    prompt: [0.32, 14],
    spread: 0.05,
    printing: 'round',
    completion: { recent: [5], middle: [5], old: [5] },
    cacheRead: { share: 1, recent: [0.1], middle: [0.1], old: [0.1, 0.12] },
    cacheWrite: { share: 1, ratio: 1.25, hour: 0.94 },
    webSearch: { share: 1, usd: '0.01' },
  },
  multimodal: {
    prompt: [0.06, 8],
    spread: 0.2,
    printing: 'round',
    completion: { recent: [5, 6, 6, 8], middle: [8, 6, 4], old: [4] },
    cacheRead: { share: 0.9, recent: [0.1], middle: [0.1, 0.25], old: [0.25] },
    cacheWrite: { share: 0.85, ratio: 0.1875, hour: 0 },
    webSearch: { share: 1, usd: '0.014' },
  },
  cloud: {
    prompt: [0.07, 5.5],
    spread: 0.55,
    printing: 'round',
    completion: {
      recent: [2, 3, 3, 4, 4, 5, 6, 8],
      middle: [1, 2, 3, 4, 4, 5, 8],
      old: [1, 3, 4, 4],
    },
    cacheRead: { share: 0.56, recent: [0.1, 0.2, 0.2], middle: [0.1, 0.2], old: [0.1, 0.25] },
    cacheWrite: { share: 0.18, ratio: 1.25, hour: 0 },
    webSearch: { share: 0.17, usd: '0.005' },
  },
  open: {
    prompt: [0.036, 1.3],
    spread: 0.5,
    printing: 'odd',
    completion: {
      recent: [1.5, 2, 3, 4, 4, 4.4, 5, 7, 8],
      middle: [1.5, 2, 3, 4, 4, 6, 10],
      old: [1, 1, 1.5, 2, 3],
    },
    cacheRead: { share: 0.56, recent: [0.1, 0.1, 0.2, 0.25], middle: [0.1, 0.2, 0.5], old: [0.5] },
    cacheWrite: { share: 0, ratio: 0, hour: 0 },
    webSearch: { share: 0, usd: '0' },
  },
  community: {
    prompt: [0.09, 3],
    spread: 0.5,
    printing: 'odd',
    completion: { recent: [2, 2], middle: [1, 2, 3], old: [1, 1, 1.15, 1.5] },
    cacheRead: { share: 0.25, recent: [0.25], middle: [0.25, 0.5], old: [0.5] },
    cacheWrite: { share: 0, ratio: 0, hour: 0 },
    webSearch: { share: 0, usd: '0' },
  },
};

export function priceListOf(house: House): PriceList {
  return PRICE_LISTS[house];
}
