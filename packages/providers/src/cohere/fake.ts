import { json } from '../fakes/fake-message.ts';
import { defineFake, post } from '../fakes/fake-provider.ts';
import { bearerOf } from '../fakes/openai-shaped.ts';
import { geometryOf, rankedBy, tokensIn } from '../fakes/vectors.ts';
import { fieldsOf, listOf, type Fields } from '../http/fields.ts';
import { setOf } from '../http/set-of.ts';
import { refuse } from './fake-chat-refusals.ts';
import { cohereChatRoute } from './fake-chat.ts';

const billed = (units: Fields) => ({ api_version: { version: '2' }, billed_units: units });

const TYPES = ['search_document', 'search_query', 'classification', 'clustering', 'image'];
const EMBED_MEMBERS = setOf(
  'model texts images inputs input_type embedding_types output_dimension max_tokens truncate priority',
);

const EMBED = post('/v2/embed', (request) => {
  const body = request.json();
  const unknown = Object.keys(body).find((name) => !EMBED_MEMBERS.has(name));
  if (unknown !== undefined)
    return refuse(`unknown field: parameter '${unknown}' is not a valid field`);
  const { texts, inputs, input_type: type, embedding_types: forms } = body;
  if (!TYPES.includes(String(type))) {
    return refuse('invalid request: valid input_type must be provided with the provided model');
  }
  if ((texts === undefined) === (inputs === undefined)) {
    return refuse('invalid request: one of texts, images and inputs must be provided');
  }
  const given = [texts ?? inputs].flat();
  if (given.length === 0 || given.length > 96) {
    return refuse('invalid request: total number of texts must be at most 96');
  }
  if ([forms].flat().some((form) => form !== 'float')) return refuse('this fake has float only');
  const words = given.map(textOf);
  if (words.some((text) => text === '')) return refuse('invalid request: texts must not be empty');
  const geometry = geometryOf(body, 'output_dimension', 1536);
  return json({
    id: 'fake',
    embeddings: { float: words.map((text) => Array.from(geometry.vector(text))) },
    texts: words,
    meta: billed({ input_tokens: tokensIn(words) }),
    response_type: 'embeddings_by_type',
  });
});

function textOf(input: unknown): string {
  if (typeof input === 'string') return input;
  const parts = listOf(fieldsOf(input)['content']);
  return parts
    .map(({ text, image_url: image }) => String(text ?? fieldsOf(image)['url']))
    .join(' ');
}

const RERANK_MEMBERS = ['model', 'query', 'documents', 'top_n', 'max_tokens_per_doc', 'priority'];

const RERANK = post('/v2/rerank', (request) => {
  const body = request.json();
  const unknown = Object.keys(body).find((name) => !RERANK_MEMBERS.includes(name));
  if (unknown !== undefined)
    return refuse(`unknown field: parameter '${unknown}' is not a valid field`);
  const { model, query, documents, top_n: most } = body;
  if (
    typeof query !== 'string' ||
    !Array.isArray(documents) ||
    !documents.every((one) => typeof one === 'string')
  ) {
    return refuse('invalid request: query and documents, which are texts, are required');
  }
  const results = rankedBy(String(model), query, documents).slice(
    0,
    Number(most ?? documents.length),
  );
  const units = Math.ceil(documents.length / 100);
  return json({ id: 'fake', results, meta: billed({ search_units: units }) });
});

/**
 * Starts a fake of Cohere's interface 2: conversations, embeddings as floats, and rankings. In a
 * conversation it echoes the last words of the user, plans and calls the tools that it has to, two of
 * them, fills schemas, thinks as its models do, and cites the first document. It checks names of members
 * and limits by model, and that results follow their calls. It does not check media, sizes, or schemas.
 */
export const startFakeCohere = defineFake({
  basePath: '',
  keyTest: '/v1/models',
  routes: () => [cohereChatRoute, EMBED, RERANK],
  keyOf: bearerOf,
  unauthorized: refuse('invalid api token', 401),
  notFound: refuse('Not Found', 404),
});
