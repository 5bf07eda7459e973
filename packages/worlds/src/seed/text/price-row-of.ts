import { normal, type Draws } from '../draws/draws.ts';
import type { House } from '../families/family.ts';
import { inEra } from '../habits/vendor-habits.ts';
import { normalQuantile } from '../draws/normal-quantile.ts';
import { priceListOf } from '../prices/price-list-of.ts';
import type { PriceRow } from '../prices/price-row.ts';
import { comesIn, type Product } from '../products/product.ts';
import { valueAt } from '../draws/weighted.ts';
import { eraOf } from '../dates/era.ts';
import { lineOf } from './line.ts';

/**
 * Returns the line of its vendor's price list that a model is sold by. The tiers of a generation take
 * the lines that were drawn for them by size, so that an output token of a larger one never costs
 * less.
 */
export function priceRowOf(product: Product, draws: Draws): PriceRow {
  const { family, key, tier } = product;
  const tiers = family.tiers.filter((each) => comesIn(family, each, key[1]));
  const drawn = tiers
    .map((each) => rowDrawnFor({ ...product, tier: each }, draws))
    .sort((one, other) => one[1] - other[1] || one[0] - other[0]);
  const place = tiers.toSorted((one, other) => one.size - other.size).indexOf(tier);
  const row = drawn[place];
  if (row === undefined) throw new RangeError('expected a tier of its family');
  return row;
}

function rowDrawnFor(product: Product, draws: Draws): PriceRow {
  const { family, key, generation, tier } = product;
  const { rows, sizes } = priceListOf(family);
  const line = lineOf(product, draws);
  const faker = draws('price', ...key, family.tiers.indexOf(tier));
  const share = standing(product, sizes, line.price, normal(faker));
  return valueAt(inEra(rows, eraOf(generation[1])), share);
}

/** How much a model's size decides about its price, and how much its line does. */
const BY_SIZE = 0.9;
/** The same for what hosts and resellers, of which each has prices of its own, make of it. */
const BY_LINE: Readonly<Record<House, number>> = {
  flagship: 1,
  assistant: 1,
  multimodal: 1,
  cloud: 0.8,
  open: 0.7,
  community: 0.7,
};

/** The place of a model on its vendor's price list, from 0 to 1: larger ones cost more. */
function standing(
  { family: { house }, tier }: Product,
  [mean, deviation]: readonly [number, number],
  ofLine: number,
  own: number,
): number {
  const bySize = (tier.size - mean) / deviation;
  const byLine = BY_LINE[house];
  const rest = byLine * ofLine + Math.sqrt(1 - byLine ** 2) * own;
  const share = normalQuantile(BY_SIZE * bySize + Math.sqrt(1 - BY_SIZE ** 2) * rest);
  return Math.min(Math.max(share, 0), 0.9999);
}
