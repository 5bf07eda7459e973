import type { Draws } from '../draws/draws.ts';
import { inEra } from '../habits/vendor-habits.ts';
import { priceListOf } from '../prices/price-list-of.ts';
import type { PriceRow } from '../prices/price-row.ts';
import { comesIn, type Product } from '../products/product.ts';
import { valueAt } from '../draws/weighted.ts';
import { eraOf } from '../dates/era.ts';
import { standingOf } from './standing.ts';

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
  const { family, generation } = product;
  const { rows } = priceListOf(family);
  return valueAt(inEra(rows, eraOf(generation[1])), standingOf(product, draws));
}
