import { parseDecimal, type ImagePrice, type PriceCondition } from '@model-gateway/core';
import {
  checkValue,
  OBJECT,
  oneOf,
  TEXT,
  wholeFrom,
  type ValueRule,
} from '@model-gateway/core/kit';
import { checkMembers } from './check-members.ts';

/** The names of the tiers of contract §4.2. */
export const TIER = oneOf('512', '1K', '2K', '4K');

/** Throws `TypeError` for a price list that cannot be charged by. */
export function checkPrices(place: string, prices: unknown): void {
  checkValue(place, prices, { must: 'a list of prices', holds: Array.isArray });
  // It was just checked to be a list.
  for (const [position, price] of (prices as readonly unknown[]).entries()) {
    checkPrice(`${place}[${position}]`, price);
  }
}

const PER_IMAGE = ['image', 'megapixel', 'extra_megapixel'];
const IMAGES = ['output_image', 'input_image'];
const TOKENS = ['prompt', 'prompt_image', 'completion', 'completion_text'];

const PRICE: Readonly<Record<keyof ImagePrice, ValueRule>> = {
  billable: oneOf(...IMAGES, ...TOKENS),
  unit: oneOf(...PER_IMAGE, 'token'),
  usd: {
    must: 'USD as a decimal text such as "0.04"',
    holds: (value) => typeof value === 'string' && (parseDecimal(value)?.units ?? -1n) >= 0n,
  },
  when: OBJECT,
};

const CONDITION: Readonly<Record<keyof PriceCondition, ValueRule>> = {
  minPromptTokens: wholeFrom(0),
  tier: TIER,
  quality: TEXT,
  maxPixels: wholeFrom(1),
};

function checkPrice(place: string, price: unknown): void {
  const { billable, unit, when } = checkMembers(place, price, PRICE, ['billable', 'unit', 'usd']);
  const units = IMAGES.includes(String(billable)) ? PER_IMAGE : ['token'];
  const { must, holds } = oneOf(...units);
  checkValue(`${place}.unit`, unit, { must: `${must} for ${String(billable)}`, holds });
  if (when !== undefined) checkMembers(`${place}.when`, when, CONDITION);
}
