import { CONVERSATION_OPERATIONS } from '@model-gateway/core';
import type { ParameterObject } from './document.ts';

/** Where the host remembers them. Source: contract §12.13. */
const IDEMPOTENCY_KEY: ParameterObject = {
  name: 'idempotency-key',
  in: 'header',
  description:
    'Names this request for a day: where the gateway keeps such keys, a repetition with the same ' +
    'body gets the same answer and is not charged.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Source: contract §12.14. */
const ROUTING: ParameterObject = {
  name: 'x-gateway-metadata',
  in: 'header',
  description: 'With `enabled` the answer says in `gateway_metadata` how it was routed.',
  schema: { type: 'string', enum: ['enabled', 'disabled'], default: 'disabled' },
};

const ENTITY_TAG: ParameterObject = {
  name: 'if-none-match',
  in: 'header',
  description:
    'The entity tag of a list that the client has; the answer is 304 while it is current.',
  schema: { type: 'string' },
};

/** The headers of operations that continue conversations, all of which stream. */
const CONVERSATION: readonly ParameterObject[] = [IDEMPOTENCY_KEY, ROUTING];

/** The headers of each operation that reads some of its own. */
export const REQUEST_HEADERS: Readonly<Record<string, readonly ParameterObject[]>> = {
  listModels: [ENTITY_TAG],
  listEmbeddingModels: [ENTITY_TAG],
  createImage: [IDEMPOTENCY_KEY],
  createEmbeddings: [IDEMPOTENCY_KEY],
  createRerank: [IDEMPOTENCY_KEY],
  ...Object.fromEntries(
    CONVERSATION_OPERATIONS.filter((one) => one.events !== undefined).map(({ id }) => [
      id,
      CONVERSATION,
    ]),
  ),
  updateDestination: [
    {
      name: 'if-match',
      in: 'header',
      description:
        'The entity tag that the change is based on; the answer is 409 if it is no longer current.',
      schema: { type: 'string' },
    },
  ],
};
