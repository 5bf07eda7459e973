import { json } from '../fakes/fake-message.ts';
import { defineFake, type FakeRoute } from '../fakes/fake-provider.ts';
import { bearerOf, openAiError } from '../fakes/openai-shaped.ts';
import { embeddingsRoute, rankedBy, tokensIn } from '../fakes/vectors.ts';

const detail = (message: string) => json({ detail: message }, 400);
const UNAUTHORIZED = json({ detail: 'Provided API key is invalid.' }, 401);
const NOT_FOUND = json({ detail: 'Not Found' }, 404);

/** The route of Voyage's rankings. */
const VOYAGE_RERANK: FakeRoute = {
  stage: 'submit',
  method: 'POST',
  path: /^\/v1\/rerank$/,
  answer(request) {
    const { model, query, documents, top_k: most, ...others } = request.json();
    const [unknown] = Object.keys(others).filter((name) => name !== 'truncation');
    if (unknown !== undefined) return detail(`Argument '${unknown}' is not supported by our API`);
    if (typeof query !== 'string' || !Array.isArray(documents) || documents.length > 1000) {
      return detail('The request body needs a query and 1 to 1000 documents.');
    }
    const texts = documents.map(String);
    const data = rankedBy(String(model), query, texts).slice(0, Number(most ?? texts.length));
    const total = tokensIn([...texts, ...texts.map(() => query)]);
    return json({ object: 'list', data, model, usage: { total_tokens: total } });
  },
};

/** Starts a fake of Voyage AI: embeddings and rankings. */
export const startFakeVoyage = defineFake({
  basePath: '/v1',
  routes: () => [
    embeddingsRoute('/v1', {
      members: [
        'model',
        'input',
        'input_type',
        'truncation',
        'output_dimension',
        'output_dtype',
        'encoding_format',
      ],
      mostInputs: 1000,
      usualLength: 1024,
      length: 'output_dimension',
      encoding: 'encoding_format',
      types: { name: 'input_type', words: ['query', 'document'] },
      usage: (tokens) => ({ total_tokens: tokens }),
      refuse: detail,
    }),
    VOYAGE_RERANK,
  ],
  keyOf: bearerOf,
  unauthorized: UNAUTHORIZED,
  notFound: NOT_FOUND,
});

/** Starts a fake of Mistral's embeddings. */
export const startFakeMistralEmbeddings = defineFake({
  basePath: '/v1',
  routes: () => [
    embeddingsRoute('/v1', {
      members: [
        'model',
        'input',
        'output_dimension',
        'output_dtype',
        'encoding_format',
        'metadata',
      ],
      mostInputs: 512,
      more: { id: 'fake' },
      usualLength: 1024,
      length: 'output_dimension',
      encoding: 'encoding_format',
      usage: (tokens) => ({ prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens }),
      refuse: (message, param) => openAiError(422, message, { param }),
    }),
  ],
  keyOf: bearerOf,
  unauthorized: json({ detail: 'Unauthorized' }, 401),
  notFound: NOT_FOUND,
});
