import type { Faker } from '@faker-js/faker';
import { each, perMillion, roundPrice, usd } from '../products/usd.ts';
import { between, type MediaFacts, type MediaSheet } from './media-sheet.ts';

/** Sorts documents by how well they answer a query. Closed ones charge for the search. */
export function rerankSheet(facts: MediaFacts, faker: Faker): MediaSheet {
  const open = facts.product.family.house === 'open';
  return {
    inputs: ['text'],
    outputs: ['rerank'],
    contextLength: faker.helpers.arrayElement([4096, 8192, 32_768]),
    pricing: open
      ? { prompt: usd(perMillion(roundPrice(between(0.01, 0.1, facts)))), completion: '0' }
      : {
          prompt: '0',
          completion: '0',
          request: usd(each(roundPrice(between(0.0005, 0.004, facts)))),
        },
    purpose: faker.helpers.arrayElement(['search results', 'retrieval pipelines']),
  };
}
