import type { ImagePrice, PriceCondition } from '../ports/image-provider.ts';
import type { JobOutline } from './capability.ts';
import { pixelsOf, tierOf } from './job-size.ts';

/**
 * Returns the lines of a price list that apply to a job with this many prompt tokens: for each unit,
 * the last line whose condition holds. Undefined when that depends on an unknown number of prompt
 * tokens. Source: contract §8.5 rules 1–3.
 */
export function applicablePrices(
  pricing: readonly ImagePrice[],
  job: JobOutline,
  promptTokens: number | undefined,
): readonly ImagePrice[] | undefined {
  const prices = new Map<string, ImagePrice>();
  for (const price of pricing) {
    const applies = holds(price.when, job, promptTokens);
    if (applies === undefined) return undefined;
    if (applies) prices.set(`${price.billable} ${price.unit}`, price);
  }
  return [...prices.values()];
}

function holds(
  condition: PriceCondition | undefined,
  job: JobOutline,
  promptTokens: number | undefined,
): boolean | undefined {
  if (condition === undefined) return true;
  const { minPromptTokens, tier, quality, maxPixels } = condition;
  if (tier !== undefined && tier !== tierOf(job)) return false;
  if (quality !== undefined && quality !== job.quality) return false;
  if (maxPixels !== undefined && pixelsOf(job) > maxPixels) return false;
  if (minPromptTokens === undefined) return true;
  return promptTokens === undefined ? undefined : promptTokens > minPromptTokens;
}
