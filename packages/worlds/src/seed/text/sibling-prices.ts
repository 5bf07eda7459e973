import { normal, type Draws } from '../draws/draws.ts';
import { normalQuantile } from '../draws/normal-quantile.ts';
import { comesIn, type Product } from '../products/product.ts';
import { perMillion, roundPrice, shortPrice, type PicoUsd } from '../products/usd.ts';
import { valueAt } from '../draws/weighted.ts';
import { lineOf } from './line.ts';
import { PRICE_LISTS } from './price-lists.ts';
import { PROMPT_PRICES } from './prompt-prices.ts';
import { placeAmong, siblingsOf } from './siblings.ts';
import type { House } from '../families/family.ts';

/** Prices per token. */
export interface TextPrices {
  readonly prompt: PicoUsd;
  readonly completion: PicoUsd;
}

/**
 * Returns what a model asks for text. The tiers of a generation take the prices that were drawn for
 * them by size, so that an output token of a larger one never costs less.
 */
export function siblingPricesOf(product: Product, draws: Draws): TextPrices {
  const { family, key, tier } = product;
  const tiers = family.tiers.filter((each) => comesIn(family, each, key[1]));
  const drawn = tiers
    .map((each) => pricesDrawnFor({ ...product, tier: each }, draws))
    .sort((one, other) => one.completion - other.completion || one.prompt - other.prompt);
  const place = tiers.toSorted((one, other) => one.size - other.size).indexOf(tier);
  const prices = drawn[place];
  if (prices === undefined) throw new RangeError('expected a tier of its family');
  return prices;
}

function pricesDrawnFor(product: Product, draws: Draws): TextPrices {
  const { family, key, tier } = product;
  const { completion, roundCompletion } = PRICE_LISTS[family.house];
  const siblings = siblingsOf(product, draws);
  const line = lineOf(product, draws);
  const faker = draws('price', ...key, family.tiers.indexOf(tier));
  const dollars = valueAt(
    PROMPT_PRICES[family.house],
    standing(product, line.price, normal(faker)),
  );
  const ratio = valueAt(completion, placeAmong(siblings.completionRatio, faker));
  // A round ratio of a round price is written in full: 8 × 1.25 is 10, and 5 × 0.195 is 0.975.
  const exact = dollars * ratio;
  const isRound = faker.number.float() < roundCompletion;
  return {
    prompt: perMillion(dollars),
    completion: perMillion(
      isRound ? roundPrice(exact) : Number.isInteger(ratio) ? exact : shortPrice(exact),
    ),
  };
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
function standing({ family: { house }, tier }: Product, ofLine: number, own: number): number {
  const [mean, deviation] = PRICE_LISTS[house].sizes;
  const bySize = (tier.size - mean) / deviation;
  const byLine = BY_LINE[house];
  const rest = byLine * ofLine + Math.sqrt(1 - byLine ** 2) * own;
  const share = normalQuantile(BY_SIZE * bySize + Math.sqrt(1 - BY_SIZE ** 2) * rest);
  return Math.min(Math.max(share, 0), 0.9999);
}
