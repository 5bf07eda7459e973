import * as v from 'valibot';
import { count } from './count.ts';
import { described } from './described.ts';

/** 200 of POST /embeddings. Source: contract §17.2. */
export const EmbeddingResponseSchema = described(
  v.object({
    id: described(v.string(), "The generation's id, also in `x-generation-id`."),
    object: described(v.literal('list'), 'Always `list`.'),
    model: described(v.string(), 'The id of the model that served.'),
    provider: described(v.string(), 'Who served.'),
    data: described(
      v.array(
        v.object({
          object: v.literal('embedding'),
          index: described(count, 'The position of the input.'),
          embedding: described(
            v.union([v.array(v.number()), v.string()]),
            'The vector: numbers, or base64 where the request asks for it.',
          ),
        }),
      ),
      'One for each input, in their order.',
    ),
    usage: described(
      v.object({
        prompt_tokens: described(count, 'Tokens of the inputs; an estimate where nobody counts.'),
        total_tokens: described(count, 'The same.'),
        cost: described(v.number(), 'The amount charged, USD.'),
      }),
      'The tokens and the cost.',
      { title: 'EmbeddingUsage' },
    ),
  }),
  'Embeddings.',
  { title: 'EmbeddingResponse' },
);
