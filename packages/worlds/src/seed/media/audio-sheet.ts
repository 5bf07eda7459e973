import type { Faker } from '@faker-js/faker';
import { each, perMillion, roundPrice, usd } from '../products/usd.ts';
import { between, type MediaFacts, type MediaSheet } from './media-sheet.ts';

/** Music and sounds, or, for models made for the voice, conversation that is heard and spoken. */
export function audioSheet(facts: MediaFacts, faker: Faker): MediaSheet {
  return facts.product.tier.focus === 'voice' ? voiceSheet(facts) : musicSheet(facts, faker);
}

/** Observed: audio tokens cost 1 to 13 times as much as text tokens, and put out twice that. */
function voiceSheet(facts: MediaFacts): MediaSheet {
  const million = roundPrice(between(0.3, 5, facts));
  return {
    inputs: ['text', 'audio'],
    outputs: ['text', 'audio'],
    contextLength: 128_000,
    maxCompletionTokens: 16_384,
    pricing: {
      prompt: usd(perMillion(million)),
      completion: usd(perMillion(million * 4)),
      audio: usd(perMillion(million * 12)),
      audio_output: usd(perMillion(million * 24)),
    },
    parameters: [
      'frequency_penalty',
      'logit_bias',
      'max_tokens',
      'presence_penalty',
      'response_format',
      'seed',
      'stop',
      'structured_outputs',
      'temperature',
      'tool_choice',
      'tools',
      'top_p',
    ],
    purpose: 'spoken conversation',
  };
}

function musicSheet(facts: MediaFacts, faker: Faker): MediaSheet {
  return {
    inputs: faker.helpers.arrayElement<MediaSheet['inputs']>([['text'], ['text', 'image']]),
    outputs: ['audio'],
    contextLength: faker.helpers.arrayElement([null, 8192]),
    pricing: {
      prompt: '0',
      completion: '0',
      request: usd(each(roundPrice(between(0.02, 0.25, facts)))),
    },
    parameters: ['seed'],
    purpose: faker.helpers.arrayElement(['songs with vocals', 'background music', 'sound effects']),
  };
}
