import * as v from 'valibot';
import { ChatProviderPreferencesSchema } from './chat-provider-preferences.ts';
import { count } from './count.ts';
import { described, nullish, optional } from './described.ts';

const text = v.pipe(v.string(), v.minLength(1));

/** The most documents of one request; an endpoint may take fewer. */
const MOST_DOCUMENTS = 10_000;

/** Body of POST /rerank. Source: contract §18.1. */
export const RerankRequestSchema = described(
  v.object({
    model: described(v.pipe(v.string(), v.minLength(1), v.maxLength(256)), 'The model that ranks.'),
    query: described(text, 'What the documents are to be about.'),
    documents: described(
      v.pipe(
        v.array(
          v.union([
            text,
            v.object({
              text: v.optional(v.nullable(text)),
              image: nullish(text, 'An image as a base64 data URL, or an HTTP(S) URL.'),
            }),
          ]),
        ),
        v.minLength(1),
        v.maxLength(MOST_DOCUMENTS),
      ),
      'Texts, or objects with a text, an image or both.',
    ),
    top_n: nullish(
      v.pipe(v.number(), v.integer(), v.minValue(1)),
      'How many of the best to return; all by default.',
    ),
    provider: nullish(
      ChatProviderPreferencesSchema,
      'Which providers may serve, and in which order.',
    ),
    user: nullish(v.string(), 'The end user; reaches providers only as a hash.'),
  }),
  'Documents to rank.',
  { title: 'RerankRequest' },
);

/** The body of POST /rerank. Source: contract §18.1. */
export type RerankRequest = v.InferOutput<typeof RerankRequestSchema>;

/** 200 of POST /rerank. Source: contract §18.2. */
export const RerankResponseSchema = described(
  v.object({
    id: described(v.string(), "The generation's id, also in `x-generation-id`."),
    model: described(v.string(), 'The id of the model that served.'),
    provider: described(v.string(), 'Who served.'),
    results: described(
      v.array(
        v.object({
          index: described(count, 'The position of the document in the request.'),
          relevance_score: described(v.number(), "The higher, the better; on the model's scale."),
          document: described(
            v.object({ text: v.optional(v.string()), image: v.optional(v.string()) }),
            'The document of the request.',
          ),
        }),
      ),
      'The best first.',
    ),
    usage: described(
      v.object({
        total_tokens: optional(count, 'Tokens, where they are counted.'),
        search_units: optional(v.number(), 'Units of search, where they are counted.'),
        cost: described(v.number(), 'The amount charged, USD.'),
      }),
      'The counts and the cost.',
      { title: 'RerankUsage' },
    ),
  }),
  'A ranking.',
  { title: 'RerankResponse' },
);
