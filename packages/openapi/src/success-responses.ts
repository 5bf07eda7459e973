import type { Operation, OperationId } from '@model-gateway/core';
import type { MediaTypeObject, ResponseObject } from './document.ts';
import { EXAMPLES, FEED_EXAMPLE, IMAGE_EVENT_EXAMPLE } from './examples.ts';
import { headersOf, RATE_LIMIT, type HeaderName } from './headers.ts';
import type { SchemaConverter } from './schema-converter.ts';

/** What a successful answer has besides its JSON. */
interface Success {
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  /** Other forms of the answer, by media type. */
  readonly also?: Readonly<Record<string, MediaTypeObject>>;
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

/** The responses of an operation that are no errors, by status. */
export function successResponses(
  id: OperationId,
  operation: Operation,
  converter: SchemaConverter,
): Record<string, ResponseObject> {
  const { description, headers, also, notModified } = SUCCESSES[id];
  return {
    200: {
      description,
      headers: headersOf(headers),
      content: {
        'application/json': {
          schema: converter.convert(operation.response),
          example: EXAMPLES[id].response,
        },
        ...also,
      },
    },
    ...(notModified !== undefined && {
      304: { description: notModified, headers: headersOf(headers) },
    }),
  };
}
