import * as v from 'valibot';
import { ChatProviderPreferencesSchema } from './chat-provider-preferences.ts';
import { described, nullish } from './described.ts';

const text = v.pipe(v.string(), v.minLength(1));
const token = v.pipe(v.number(), v.integer(), v.minValue(0));
const url = (what: string) => described(text, `${what} as a base64 data URL, or an HTTP(S) URL.`);

/** A part of an input that is not text alone. */
const EmbeddingPartSchema = described(
  v.union([
    v.object({ type: v.literal('text'), text }),
    v.object({ type: v.literal('image_url'), image_url: v.object({ url: url('An image') }) }),
    v.object({
      type: v.literal('input_audio'),
      input_audio: v.object({
        data: described(text, 'Base64.'),
        format: described(text, 'For example `wav` or `mp3`.'),
      }),
    }),
    v.object({ type: v.literal('input_video'), input_video: v.object({ url: url('A film') }) }),
    v.object({
      type: v.literal('input_file'),
      input_file: v.object({
        file_data: url('A document'),
        filename: v.optional(v.nullable(v.string())),
      }),
    }),
  ]),
  'A part of an input.',
  { title: 'EmbeddingPart' },
);

/** Body of POST /embeddings. Source: contract §17.1. */
export const EmbeddingRequestSchema = described(
  v.object({
    model: described(
      v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
      'The model that makes the embeddings.',
    ),
    input: described(
      v.union([
        text,
        v.pipe(
          v.array(
            v.union([
              text,
              token,
              v.pipe(v.array(token), v.minLength(1)),
              v.object({ content: v.pipe(v.array(EmbeddingPartSchema), v.minLength(1)) }),
            ]),
          ),
          v.minLength(1),
        ),
      ]),
      'What to embed: a text, tokens of one text as numbers, or a list of up to 10,000 texts, lists of ' +
        'tokens or objects with `content`. A list holds one kind.',
    ),
    dimensions: nullish(
      v.pipe(v.number(), v.integer(), v.minValue(1)),
      'How long the vectors are to be, for models that let one choose.',
    ),
    encoding_format: nullish(
      v.picklist(['float', 'base64']),
      'Numbers, or base64 of 32-bit floats, little-endian.',
      { default: 'float' },
    ),
    input_type: nullish(
      v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      'What the vectors are for, where a model tells it apart: `search_query`, `search_document`, ' +
        '`classification`, `clustering`, `semantic_similarity`.',
      { examples: ['search_document'] },
    ),
    provider: nullish(
      ChatProviderPreferencesSchema,
      'Which providers may serve, and in which order.',
    ),
    user: nullish(v.string(), 'The end user; reaches providers only as a hash.'),
  }),
  'Inputs to embed.',
  { title: 'EmbeddingRequest' },
);

/** The body of POST /embeddings. Source: contract §17.1. */
export type EmbeddingRequest = v.InferOutput<typeof EmbeddingRequestSchema>;
