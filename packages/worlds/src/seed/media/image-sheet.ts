import type { Faker } from '@faker-js/faker';
import type { Pricing } from '@model-gateway/core';
import { chance } from '../draws/draws.ts';
import { resultsIn } from '../contests/contest.ts';
import { DRAWING_CONTESTS } from '../contests/contests.ts';
import { each, perMillion, roundPrice, usd } from '../products/usd.ts';
import { between, type MediaFacts, type MediaSheet } from './media-sheet.ts';

/** Tokens of an image of a million pixels, where images are charged by the token. */
const TOKENS_PER_MEGAPIXEL = 4096;

/** Draws from text, and from reference images. */
export function imageSheet(facts: MediaFacts, faker: Faker): MediaSheet {
  const measured = chance(faker, 0.45);
  const { monthsOld, size } = facts;
  const intelligence = 23 + 12 * size + 18 * Math.exp(-monthsOld / 12);
  return {
    inputs: facts.product.tier.slug === 'svg' ? ['text'] : ['text', 'image'],
    outputs: ['image'],
    contextLength: faker.helpers.arrayElement([null, 4096, 8192, 32_768]),
    pricing: pricingOf(facts),
    parameters: chance(faker, 0.6) ? ['seed'] : [],
    purpose: faker.helpers.arrayElement([
      'illustrations and product pictures',
      'photographs and legible text in images',
      'editing pictures by description',
    ]),
    ...(measured && {
      benchmarks: {
        design_ranking: resultsIn(DRAWING_CONTESTS, { intelligence, monthsOld }, faker),
      },
    }),
  };
}

function pricingOf(facts: MediaFacts): Pricing {
  const dollars = roundPrice(between(0.008, 0.12, facts));
  switch (facts.product.family.charges) {
    case 'token': {
      const million = roundPrice(between(2, 10, facts));
      return {
        prompt: usd(perMillion(million)),
        completion: usd(perMillion(million * 4)),
        image: usd(perMillion(million * 2)),
        image_token: usd(perMillion(million * 4)),
        input_cache_read: usd(perMillion(million / 4)),
      };
    }
    case 'megapixel':
      return {
        prompt: '0',
        completion: '0',
        image_token: usd(each(roundPrice(dollars / TOKENS_PER_MEGAPIXEL))),
      };
    default:
      return { prompt: '0', completion: '0', image: '0', image_output: usd(each(dollars)) };
  }
}
