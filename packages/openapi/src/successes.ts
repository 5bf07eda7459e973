import type { AnyOperation, OperationId } from '@model-gateway/core';
import type { OperationDescription, SuccessDescription } from './describe-interface.ts';
import { exampleOf, FEED_EXAMPLE, IMAGE_EVENT_EXAMPLE } from './examples.ts';
import { RATE_LIMIT } from './headers.ts';

/** A successful answer, without its JSON. */
interface Success extends Pick<SuccessDescription, 'description' | 'headers' | 'also'> {
  /** 200 by default. */
  readonly status?: number;
  /** Description of the 304 answer, which has no body. */
  readonly notModified?: string;
}

const SUCCESSES: Readonly<Record<OperationId, Success>> = {
  listModels: {
    description: 'The matching models, or a feed of them.',
    headers: ['etag'],
    also: {
      'application/rss+xml': {
        schema: { description: 'With `use_rss`: RSS 2.0, one item per model.', type: 'string' },
        example: FEED_EXAMPLE,
      },
    },
    notModified: 'The entity tag in `if-none-match` is still current.',
  },
  listUserModels: { description: 'The models of this page.' },
  countModels: { description: 'The number of models.' },
  getModel: { description: 'The model.' },
  retrieveModel: { description: 'The model.' },
  listZdrEndpoints: { description: 'The endpoints that retain nothing.' },
  listEndpoints: { description: 'The model and its endpoints.' },
  listProviders: { description: 'All providers.' },
  createImage: {
    description: 'The images, in one answer or as a stream of events.',
    headers: ['x-generation-id', 'x-provider-name', 'x-gateway-warnings', ...RATE_LIMIT],
    also: {
      'text/event-stream': {
        schema: { $ref: '#/components/schemas/ImageStreamEvent' },
        example: IMAGE_EVENT_EXAMPLE,
      },
    },
  },
  createChatCompletion: {
    description: 'The answer, whole or as a stream of events.',
    headers: ['x-generation-id', 'x-provider-name', 'x-gateway-warnings', ...RATE_LIMIT],
  },
  createMessage: {
    description: 'The answer, whole or as a stream of named events.',
    headers: [
      'request-id',
      'x-generation-id',
      'x-provider-name',
      'x-gateway-warnings',
      ...RATE_LIMIT,
    ],
  },
  countMessageTokens: {
    description: 'The tokens of the input.',
    headers: ['request-id', ...RATE_LIMIT],
  },
  createResponse: {
    description: 'The answer, whole or as a stream of events.',
    headers: ['x-generation-id', 'x-provider-name', 'x-gateway-warnings', ...RATE_LIMIT],
  },
  createEmbeddings: {
    description: 'A vector for each input, in their order.',
    headers: ['x-generation-id', 'x-provider-name', 'x-gateway-warnings', ...RATE_LIMIT],
  },
  listEmbeddingModels: {
    description: 'The models that make embeddings.',
    headers: ['etag'],
    notModified: 'The entity tag in `if-none-match` is still current.',
  },
  createRerank: {
    description: 'The documents, the best first.',
    headers: ['x-generation-id', 'x-provider-name', 'x-gateway-warnings', ...RATE_LIMIT],
  },
  listDestinations: { description: 'A page of destinations, secrets masked.' },
  updateDestination: {
    description: 'The updated destination, secrets masked.',
    headers: ['etag'],
  },
  listMembers: { description: 'A page of members.' },
  listGuardrailAssignments: { description: 'A page of assignments.' },
  getGeneration: { description: 'What the generation was and cost.' },
  getActivity: { description: 'Sums by day, model and provider.' },
  getCredits: { description: 'What was added and what was charged.' },
  getCurrentKey: { description: 'The calling key.' },
  listKeys: { description: 'A page of keys.' },
  createKey: { status: 201, description: 'The key and, this once, its text.' },
  getKey: { description: 'The key.' },
  updateKey: { description: 'The changed key.' },
  deleteKey: { description: 'The key was deleted.' },
};

/** Returns the successful answers of an operation, by status. */
export function successesOf(operation: AnyOperation): OperationDescription['successes'] {
  const { id, response, events } = operation;
  const known: Readonly<Record<string, Success>> = SUCCESSES;
  const success = Object.hasOwn(known, id) ? known[id] : undefined;
  const {
    status = 200,
    description,
    headers,
    also,
    notModified,
  } = success ?? { description: 'The answer.' };
  const { response: example, event } = exampleOf(id) ?? {};
  return {
    [status]: {
      description,
      headers,
      also,
      json: response && { schema: response, example },
      events: events && { schema: events, example: event },
    },
    ...(notModified !== undefined && { 304: { description: notModified, headers } }),
  };
}
