import { normal, type Draws } from '../draws/draws.ts';
import { habitsOf } from '../habits/habits-of.ts';
import { inEra, type LimitPair } from '../habits/vendor-habits.ts';
import { normalQuantile } from '../draws/normal-quantile.ts';
import { HOUSE_SIZES } from '../prices/price-list-of.ts';
import { valueAt } from '../draws/weighted.ts';
import { OLDEST_MONTHS } from '../dates/era.ts';
import type { Traits } from './traits.ts';

/** How much a model's size and its line decide about its context; the rest is its own. */
const BY_SIZE = 0.4;
const BY_LINE = 0.7;

/** Observed: fine-tunes of models under 10 billion parameters write 32,768 tokens at most. */
const SMALL = 0.2;
const SMALL_COMPLETION = 32_768;

/**
 * Returns the context and completion limits of a model. A line keeps its place among its vendor's
 * models, so that both grow with every era. Small models rarely have the longest.
 */
export function limitPairOf(
  { house, releaseEra, releaseMonthsOld, line, product, sheet }: Traits,
  index: number,
  draws: Draws,
): LimitPair {
  if (sheet !== undefined) return [sheet.limits[0], sheet.limits[1]];
  const { family, tier } = product;
  const { limits, limitsByFocus, oldestLimits } = habitsOf(family);
  const [mean, deviation] = HOUSE_SIZES[house];
  const bySize = (tier.size - mean) / deviation;
  const own = Math.sqrt(1 - BY_SIZE ** 2 - BY_LINE ** 2) * normal(draws('context', index));
  const standing = normalQuantile(BY_SIZE * bySize + BY_LINE * line.context + own);
  const oldest = releaseMonthsOld > OLDEST_MONTHS ? oldestLimits : undefined;
  const listed = limitsByFocus?.[tier.focus] ?? oldest ?? inEra(limits, releaseEra);
  const small = listed.filter(([[, completion]]) => (completion ?? 0) <= SMALL_COMPLETION);
  const isSmall = house === 'community' && tier.size < SMALL;
  const pairs = isSmall && small.length > 0 ? small : listed;
  return valueAt(pairs, Math.min(standing, 0.9999));
}
