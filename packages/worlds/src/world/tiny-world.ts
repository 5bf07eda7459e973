import { hashKey } from '@model-gateway/core';
import { assignment } from '../builders/assignment.ts';
import { destination } from '../builders/destination.ts';
import { member } from '../builders/member.ts';
import { model } from '../builders/model.ts';
import { MOCK_ACCOUNT } from '../mock-account.ts';
import { newestFirst } from '../seed/newest-first.ts';
import { REFERENCE_SECONDS } from '../seed/dates/reference-date.ts';
import type { MockModel, World } from '../world.ts';
import { mockModels } from './mock-models.ts';

/**
 * One model of each kind that clients treat differently. Tests name these models, so they do not
 * change.
 */
const MODELS: readonly MockModel[] = [
  /** Text, with tools; for tests that need any model. */
  model({ id: 'acme/quill-1', price: { input: 3, output: 15 }, context: 200_000 }),
  /** The same for nothing. */
  model({ id: 'acme/quill-1:free', name: 'Acme: Quill 1 (free)', price: 'free', context: 32_768 }),
  /** An alias of the newest Quill. */
  model({
    id: '~acme/quill-latest',
    price: { input: 3, output: 15 },
    architecture: { tokenizer: 'Router' },
  }),
  /** Reasons on request; more expensive above 200,000 prompt tokens. */
  model({
    id: 'acme/think-1',
    reasoning: true,
    context: 1_000_000,
    price: { input: 2, output: 10 },
    pricing: { overrides: [{ min_prompt_tokens: 200_000, prompt: '0.000004' }] },
  }),
  /** Reads images and files. */
  model({ id: 'acme/lens-1', input: ['text', 'image', 'file'], price: { input: 1, output: 4 } }),
  /** Draws everything that a request can ask for. */
  model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.04 } }),
  /** Talks and draws, one image at a time, paid by the token. */
  model({
    id: 'acme/chat-paint-1',
    input: ['text', 'image'],
    output: ['text', 'image'],
    price: { input: 0.5, output: 3 },
    images: { kind: 'conversation' },
  }),
  /** Draws SVG only. */
  model({
    id: 'acme/vector-1',
    output: ['image'],
    price: { image: 0.02 },
    images: { kind: 'vector' },
  }),
  /** Changes a picture, so it needs one. */
  model({
    id: 'acme/edit-1',
    output: ['image'],
    price: { image: 0.06 },
    images: { kind: 'editor' },
  }),
  model({ id: 'acme/embed-1', output: ['embeddings'], price: { input: 0.1 }, context: 8192 }),
  model({ id: 'acme/rank-1', output: ['rerank'], price: { input: 0.1 }, context: 8192 }),
  model({ id: 'acme/voice-1', output: ['speech'], price: { request: 0.02 } }),
  model({ id: 'acme/scribe-1', output: ['transcription'], price: { request: 0.01 } }),
  model({ id: 'acme/tune-1', output: ['audio'], price: { request: 0.05 } }),
  model({
    id: 'acme/film-1',
    input: ['text', 'image'],
    output: ['video'],
    price: { request: 0.5 },
  }),
  /** Is about to be removed. */
  model({ id: 'acme/relic-1', price: { input: 1, output: 2 }, expiration_date: '2026-12-31' }),
  /** Chooses a model for each request, so it has no price of its own. */
  model({
    id: 'gateway/auto',
    name: 'Automatic Router',
    architecture: { tokenizer: 'Router' },
    pricing: { prompt: '-1', completion: '-1' },
    default_parameters: {},
  }),
  ...mockModels(),
];

const ADA = member({
  id: MOCK_ACCOUNT.userId,
  first_name: 'Ada',
  last_name: 'Abel',
  role: 'admin',
});
const BRUNO = member({ id: 'user_bruno', first_name: 'Bruno', last_name: 'Brandt' });

/** Builds the tiny world: twenty-five models, two members, two destinations, an assignment. */
export function tinyWorld(): World {
  return {
    name: 'the tiny world',
    revision: `tiny-${hashKey(JSON.stringify(MODELS)).slice(0, 16)}`,
    // The builders have checked them.
    isChecked: true,
    day: REFERENCE_SECONDS * 1000,
    models: newestFirst(MODELS),
    members: [ADA, BRUNO],
    destinations: [
      destination({ type: 'webhook', name: 'Hooks' }),
      destination({ type: 'langfuse', name: 'Traces', enabled: false }),
    ],
    assignments: [assignment({ guardrail: 'no-secrets', user: BRUNO })],
  };
}
