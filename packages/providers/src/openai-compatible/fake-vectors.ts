import { json } from '../fakes/fake-message.ts';
import { defineFake, type FakeRoute } from '../fakes/fake-provider.ts';
import { bearerOf, openAiError } from '../fakes/openai-shaped.ts';
import { embeddingsRoute, rerankRoute } from '../fakes/vectors.ts';
import { setOf } from '../http/set-of.ts';

const detail = (message: string) => json({ detail: message }, 400);
const refuse = (message: string, param: string) => openAiError(400, message, { param });
const counted = (tokens: number) => ({ prompt_tokens: tokens, total_tokens: tokens });
const UNAUTHORIZED = json({ detail: 'Provided API key is invalid.' }, 401);
const NOT_FOUND = json({ detail: 'Not Found' }, 404);

/** Starts a fake of Voyage AI: embeddings and rankings. */
export const startFakeVoyage = defineFake({
  basePath: '/v1',
  routes: () => [
    embeddingsRoute('/v1', {
      members: setOf(
        'model input input_type truncation output_dimension output_dtype encoding_format',
      ),
      mostInputs: 1000,
      usualLength: 1024,
      length: 'output_dimension',
      encoding: 'encoding_format',
      types: { name: 'input_type', words: ['query', 'document'] },
      usage: (tokens) => ({ total_tokens: tokens }),
      refuse: detail,
    }),
    rerankRoute('/v1', {
      members: setOf('truncation'),
      mostDocuments: 1000,
      most: 'top_k',
      answer: (data, tokens) => ({ object: 'list', data, usage: { total_tokens: tokens } }),
      refuse: detail,
    }),
  ],
  keyOf: bearerOf,
  unauthorized: UNAUTHORIZED,
  notFound: NOT_FOUND,
});

/** Starts a fake of Jina AI: embeddings and rankings. */
export const startFakeJina = defineFake({
  basePath: '/v1',
  routes: () => [
    embeddingsRoute('/v1', {
      members: setOf(
        'model input task embedding_type dimensions normalized late_chunking truncate return_multivector',
      ),
      mostInputs: 512,
      usualLength: 1024,
      length: 'dimensions',
      encoding: 'embedding_type',
      types: {
        name: 'task',
        words: [
          'retrieval.query',
          'retrieval.passage',
          'text-matching',
          'classification',
          'separation',
        ],
      },
      usage: counted,
      refuse: detail,
    }),
    rerankRoute('/v1', {
      members: setOf('return_documents'),
      mostDocuments: 2048,
      answer: (results, tokens) => ({ results, usage: { total_tokens: tokens } }),
      refuse: detail,
    }),
  ],
  keyOf: bearerOf,
  unauthorized: UNAUTHORIZED,
  notFound: NOT_FOUND,
});

/** The routes of Together's embeddings, which it does not count, and rankings. */
export const togetherVectors = (basePath: string): readonly FakeRoute[] => [
  embeddingsRoute(basePath, {
    members: setOf('model input'),
    mostInputs: 1000,
    usualLength: 768,
    length: '',
    usage: () => undefined,
    refuse,
  }),
  rerankRoute(basePath, {
    members: setOf('return_documents rank_fields'),
    mostDocuments: 1000,
    answer: (found, tokens) => ({
      object: 'rerank',
      id: 'fake',
      results: found.map((one) => ({ ...one, document: {} })),
      usage: counted(tokens),
    }),
    refuse,
  }),
];

/** The routes of embeddings and rankings of Fireworks. */
export const fireworksVectors = (basePath: string): readonly FakeRoute[] => [
  embeddingsRoute(basePath, {
    members: setOf('model input dimensions prompt_template return_logits normalize'),
    mostInputs: 2048,
    usualLength: 4096,
    length: 'dimensions',
    usage: counted,
    refuse,
  }),
  rerankRoute(basePath, {
    members: setOf('return_documents task'),
    mostDocuments: 1000,
    answer: (data, tokens) => ({ object: 'list', data, usage: counted(tokens) }),
    refuse,
  }),
];

/** The route of embeddings of servers of one's own, such as Ollama. */
export const localEmbeddings = (basePath: string): readonly FakeRoute[] => [
  embeddingsRoute(basePath, {
    members: setOf('model input dimensions encoding_format user'),
    mostInputs: 2048,
    usualLength: 1024,
    length: 'dimensions',
    encoding: 'encoding_format',
    takesTokens: true,
    usage: counted,
    refuse,
  }),
];

/** The routes of those that rank as well, such as vLLM and llama.cpp. */
export const localVectors = (basePath: string): readonly FakeRoute[] => [
  ...localEmbeddings(basePath),
  rerankRoute(basePath, {
    members: new Set(),
    mostDocuments: 1000,
    answer: (results, tokens) => ({ id: 'fake', results, usage: counted(tokens) }),
    refuse,
  }),
];

/** Starts a fake of Mistral's embeddings. */
export const startFakeMistralEmbeddings = defineFake({
  basePath: '/v1',
  routes: () => [
    embeddingsRoute('/v1', {
      members: setOf('model input output_dimension output_dtype encoding_format metadata'),
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
