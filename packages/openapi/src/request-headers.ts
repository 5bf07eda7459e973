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

/** The header of each operation that reads one of its own. */
export const REQUEST_HEADERS: Readonly<Record<string, ParameterObject>> = {
  listModels: {
    name: 'if-none-match',
    in: 'header',
    description:
      'The entity tag of a list that the client has; the answer is 304 while it is current.',
    schema: { type: 'string' },
  },
  createImage: IDEMPOTENCY_KEY,
  createChatCompletion: IDEMPOTENCY_KEY,
  updateDestination: {
    name: 'if-match',
    in: 'header',
    description:
      'The entity tag that the change is based on; the answer is 409 if it is no longer current.',
    schema: { type: 'string' },
  },
};
