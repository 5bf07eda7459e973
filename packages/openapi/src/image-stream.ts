import type { SchemaObject } from './document.ts';

const base64: SchemaObject = { description: 'The image in base64.', type: 'string' };

function frame(type: string, description: string, members: Record<string, SchemaObject>) {
  return {
    description,
    type: 'object',
    properties: { type: { type: 'string', const: type }, ...members },
    required: ['type', ...Object.keys(members).filter((name) => name !== 'usage')],
  } satisfies SchemaObject;
}

/** The payload of a `data:` line of a streamed generation. Source: contract §4.5. */
export const IMAGE_STREAM_EVENT: SchemaObject = {
  description:
    'The payload of one server-sent event of a streamed generation. An event is a line `data: {json}` and an empty line, without an `event:` line; comments keep the connection open. The last event is `data: [DONE]`.',
  oneOf: [
    frame('image_generation.partial_image', 'A preview of an unfinished image.', {
      partial_image_index: { description: 'Counts from 0.', type: 'integer', minimum: 0 },
      b64_json: base64,
    }),
    frame('image_generation.text_chunk', 'A piece of an SVG, or of text about it.', {
      text: { type: 'string' },
      phase: { type: 'string', enum: ['content', 'reasoning', 'draft'] },
    }),
    frame('image_generation.completed', 'A finished image; one event per image.', {
      b64_json: base64,
      media_type: { description: 'The media type of the image.', type: 'string' },
      created: { description: 'Creation time in Unix seconds.', type: 'integer' },
      usage: { $ref: '#/components/schemas/ImageUsage' },
    }),
    frame('error', 'An error after the first event; `[DONE]` follows.', {
      error: {
        type: 'object',
        properties: {
          message: { type: 'string' },
          code: { type: 'string' },
          type: { type: 'string' },
          param: { type: ['string', 'null'] },
        },
        required: ['message'],
      },
    }),
  ],
};
