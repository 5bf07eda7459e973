import type { ParameterObject } from './document.ts';

/** Conditional requests: the header that each operation with an entity tag takes. */
export const REQUEST_HEADERS: Readonly<Record<string, ParameterObject>> = {
  listModels: {
    name: 'if-none-match',
    in: 'header',
    description: 'The entity tag of a list that the caller has: 304 while it is current.',
    schema: { type: 'string' },
  },
  updateDestination: {
    name: 'if-match',
    in: 'header',
    description: 'The entity tag that the change is based on: 409 when it is no longer current.',
    schema: { type: 'string' },
  },
};
