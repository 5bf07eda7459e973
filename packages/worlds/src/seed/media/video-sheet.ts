import type { Faker } from '@faker-js/faker';
import { each, roundPrice, usd } from '../products/usd.ts';
import { between, type MediaFacts, type MediaSheet } from './media-sheet.ts';

/** Films from text, and from a first picture. A clip has one price. */
export function videoSheet(facts: MediaFacts, faker: Faker): MediaSheet {
  return {
    inputs: faker.helpers.arrayElement<MediaSheet['inputs']>([
      ['text', 'image'],
      ['text', 'image', 'video'],
    ]),
    outputs: ['video'],
    contextLength: null,
    pricing: {
      prompt: '0',
      completion: '0',
      request: usd(each(roundPrice(between(0.08, 4, facts)))),
    },
    parameters: ['seed'],
    purpose: faker.helpers.arrayElement([
      'short clips',
      'animating pictures',
      'film and advertising',
    ]),
  };
}
