import type { Operation, OperationId } from '@model-gateway/core';
import type { OperationDescription, SuccessDescription } from './describe-interface.ts';
import { EXAMPLES, FEED_EXAMPLE, IMAGE_EVENT_EXAMPLE } from './examples.ts';
import { RATE_LIMIT } from './headers.ts';

/** What a successful answer has besides its JSON. */
interface Success extends Pick<SuccessDescription, 'description' | 'headers' | 'also'> {
  /** The answer to a conditional request; it has no body. */
  readonly notModified?: string;
}

const SUCCESSES: Readonly<Record<OperationId, Success>> = {
  listModels: {
    description: 'The models that match, or a feed of them.',
    headers: ['etag'],
    also: {
      'application/rss+xml': {
        schema: { description: 'With `use_rss`: RSS 2.0, an item per model.', type: 'string' },
        example: FEED_EXAMPLE,
      },
    },
    notModified: 'The list is still the one with the entity tag in `if-none-match`.',
  },
  createImage: {
    description: 'The images, at once or as they are made.',
    headers: ['x-generation-id', 'x-provider-name', 'x-gateway-warnings', ...RATE_LIMIT],
    also: {
      'text/event-stream': {
        schema: { $ref: '#/components/schemas/ImageStreamEvent' },
        example: IMAGE_EVENT_EXAMPLE,
      },
    },
  },
  listDestinations: { description: 'A page of destinations, secrets masked.' },
  updateDestination: {
    description: 'The destination as it is now, secrets masked.',
    headers: ['etag'],
  },
  listMembers: { description: 'A page of members.' },
  listGuardrailAssignments: { description: 'A page of assignments.' },
};

/** The answers of an operation that are no errors, by status. */
export function successesOf(
  id: OperationId,
  { response }: Operation,
): OperationDescription['successes'] {
  const { description, headers, also, notModified } = SUCCESSES[id];
  return {
    200: { description, headers, also, json: { schema: response, example: EXAMPLES[id].response } },
    ...(notModified !== undefined && { 304: { description: notModified, headers } }),
  };
}
