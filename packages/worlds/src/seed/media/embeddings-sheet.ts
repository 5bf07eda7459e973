import type { Faker } from '@faker-js/faker';
import { chance } from '../draws/draws.ts';
import { perMillion, roundPrice, usd } from '../products/usd.ts';
import { between, type MediaFacts, type MediaSheet } from './media-sheet.ts';

/** Turns text, and with some models images, into vectors. Only the prompt costs something. */
export function embeddingsSheet(facts: MediaFacts, faker: Faker): MediaSheet {
  return {
    inputs: facts.monthsOld < 12 && chance(faker, 0.3) ? ['text', 'image'] : ['text'],
    outputs: ['embeddings'],
    contextLength: faker.helpers.arrayElement([512, 2048, 8192, 8192, 32_768, 131_072]),
    pricing: { prompt: usd(perMillion(roundPrice(between(0.008, 0.2, facts)))), completion: '0' },
    purpose: faker.helpers.arrayElement(['semantic search', 'retrieval in many languages']),
  };
}
