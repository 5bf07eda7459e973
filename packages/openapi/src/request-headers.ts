import type { ParameterObject } from './document.ts';

/** The conditional header of each operation with an entity tag. */
export const REQUEST_HEADERS: Readonly<Record<string, ParameterObject>> = {
  listModels: {
    name: 'if-none-match',
    in: 'header',
    description:
      'The entity tag of a list that the client has; the answer is 304 while it is current.',
    schema: { type: 'string' },
  },
  updateDestination: {
    name: 'if-match',
    in: 'header',
    description:
      'The entity tag that the change is based on; the answer is 409 if it is no longer current.',
    schema: { type: 'string' },
  },
};
