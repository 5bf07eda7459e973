import type { Faker } from '@faker-js/faker';
import { chance } from '../draws/draws.ts';
import { perMillion, roundPrice, usd } from '../products/usd.ts';
import { between, type MediaFacts, type MediaSheet } from './media-sheet.ts';

/** Reads text aloud in one of its voices. */
export function speechSheet(facts: MediaFacts, faker: Faker): MediaSheet {
  const million = roundPrice(between(0.6, 60, facts));
  const byToken = chance(faker, 0.4);
  return {
    inputs: ['text'],
    outputs: ['speech'],
    contextLength: faker.helpers.arrayElement([2048, 4096, 8192, 32_768]),
    pricing: byToken
      ? {
          prompt: usd(perMillion(million / 20)),
          completion: '0',
          audio_output: usd(perMillion(million)),
        }
      : { prompt: usd(perMillion(million)), completion: '0' },
    parameters: ['response_format'],
    voices: voicesOf(facts, faker),
    purpose: faker.helpers.arrayElement(['narration', 'spoken assistants', 'voices with emotion']),
  };
}

/** Some vendors name the language too: `en-US-Marla`. */
function voicesOf({ product }: MediaFacts, faker: Faker): string[] {
  const count = faker.number.int({ min: 4, max: 24 });
  const names = faker.helpers.uniqueArray(() => faker.person.firstName(), count);
  if (product.tier.slug !== 'multilingual') return names.map((name) => name.toLowerCase());
  const languages = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'ja-JP', 'hi-IN'];
  return names.map((name, position) => `${languages[position % languages.length]}-${name}`);
}
