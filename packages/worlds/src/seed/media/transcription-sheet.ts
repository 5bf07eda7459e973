import type { Faker } from '@faker-js/faker';
import { perMillion, roundPrice, usd } from '../products/usd.ts';
import { between, type MediaFacts, type MediaSheet } from './media-sheet.ts';

/** Writes down what was said: audio in, and text to prime it with. */
export function transcriptionSheet(facts: MediaFacts, faker: Faker): MediaSheet {
  const million = roundPrice(between(0.4, 12, facts));
  return {
    inputs: ['text', 'audio'],
    outputs: ['transcription'],
    contextLength: faker.helpers.arrayElement([8192, 16_000, 32_768]),
    maxCompletionTokens: 2000,
    pricing: {
      prompt: usd(perMillion(million / 2)),
      completion: usd(perMillion(million * 2)),
      audio: usd(perMillion(million)),
    },
    parameters: ['response_format', 'temperature'],
    purpose: faker.helpers.arrayElement(['meetings and calls', 'subtitles in many languages']),
  };
}
