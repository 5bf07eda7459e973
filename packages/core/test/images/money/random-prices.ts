import type { ImagePrice, PriceCondition } from '@model-gateway/core';
import type { Random } from './random.ts';
import type { Usage } from './reference-bill.ts';

/** At most twelve digits behind the point, so that pixels and shares end at eighteen. */
const AMOUNTS = [
  '0',
  '-1',
  '0.04',
  '0.0005',
  '3e-6',
  '1.25',
  '0.000000000001',
  '0.033333333333',
] as const;

/** A price list of any shape: several units at once, conditions, overrides, free or without a price. */
export function randomPrices(random: Random): readonly ImagePrice[] {
  const lines: ImagePrice[] = [];
  for (let i = random.whole(0, 6); i > 0; i--) {
    const usd = random.pick(AMOUNTS);
    const when = random.chance(0.5) ? { when: randomCondition(random) } : {};
    if (random.chance(0.5)) {
      const billable = random.pick(['prompt', 'prompt_image', 'completion', 'completion_text']);
      lines.push({ billable, unit: 'token', usd, ...when });
    } else {
      const billable = random.pick(['output_image', 'output_image', 'input_image']);
      const unit = random.pick(['image', 'image', 'megapixel', 'extra_megapixel']);
      lines.push({ billable, unit, usd, ...when });
    }
  }
  return lines;
}

function randomCondition(random: Random): PriceCondition {
  return {
    ...(random.chance(0.5) && { minPromptTokens: random.whole(-1, 24) / 2 }),
    ...(random.chance(0.2) && { tier: random.pick(['1K', '2K']) }),
    ...(random.chance(0.2) && { quality: random.pick(['low', 'high']) }),
    ...(random.chance(0.2) && { maxPixels: random.pick([500_000, 1_000_000, 3_000_000]) }),
  };
}

/**
 * Returns usage as a provider may report it: mostly counts, some too high, some missing, some not
 * counts.
 */
export function randomUsage(random: Random): Usage {
  const count = () => random.pick([random.whole(0, 30), random.whole(0, 30), Number.NaN, -1, 0.5]);
  return {
    ...(random.chance(0.8) && { promptTokens: count() }),
    ...(random.chance(0.5) && { promptImageTokens: count() }),
    ...(random.chance(0.8) && { completionTokens: count() }),
    ...(random.chance(0.5) && { completionTextTokens: count() }),
    ...(random.chance(0.2) && {
      costUsd: random.pick(['0.01', '0', '99', '-3', 'much', '0.000000000000000001', '1e-3']),
    }),
  };
}
