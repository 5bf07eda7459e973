import type { Family } from '../families/family.ts';
import type { ByEra } from '../habits/vendor-habits.ts';
import { CLOSED_PRICES } from './closed-prices.ts';
import { CLOUD_PRICES } from './cloud-prices.ts';
import { COMMUNITY_PRICES } from './community-prices.ts';
import { OPEN_PRICES } from './open-prices.ts';
import type { PriceLists, PriceRow } from './price-row.ts';

const LISTS: PriceLists = {
  ...CLOSED_PRICES,
  ...CLOUD_PRICES,
  ...OPEN_PRICES,
  ...COMMUNITY_PRICES,
};

export interface PriceList {
  readonly rows: ByEra<PriceRow>;
  /** Mean and deviation of the sizes of its models, which place a model on the list. */
  readonly sizes: Sizes;
}

type Sizes = readonly [mean: number, deviation: number];

/** Returns the price list of a family's vendor, or that of its kind of vendor. */
export function priceListOf({ author, house, tiers }: Family): PriceList {
  const own = LISTS[`${author} ${house}`];
  if (own !== undefined) return { rows: own, sizes: sizesOf(tiers.map(({ size }) => size)) };
  return { rows: LISTS[house] ?? {}, sizes: HOUSE_SIZES[house] };
}

/** Smaller differences in size than this do not spread the tiers of a family over its list. */
const LEAST_DEVIATION = 0.12;

function sizesOf(sizes: readonly number[]): Sizes {
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const variance = sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / sizes.length;
  return [mean, Math.max(Math.sqrt(variance), LEAST_DEVIATION)];
}

/** Sizes of the models of each kind of vendor. */
export const HOUSE_SIZES: Readonly<Record<Family['house'], Sizes>> = {
  flagship: [0.57, 0.2],
  assistant: [0.65, 0.2],
  multimodal: [0.48, 0.17],
  cloud: [0.42, 0.21],
  open: [0.38, 0.23],
  community: [0.4, 0.24],
};
