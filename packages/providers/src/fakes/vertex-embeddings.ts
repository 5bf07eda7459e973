import { fieldsOf, listOf } from '../http/fields.ts';
import { json } from './fake-message.ts';
import { post, type FakeRoute } from './fake-provider.ts';
import { GEMINI_FAKE_TASKS } from './gemini-embeddings.ts';
import { refuse } from './gemini-refusals.ts';
import { geometryOf, tokensIn } from './vectors.ts';

const INSTANCE = ['content', 'task_type', 'title'];
const PARAMETERS = ['autoTruncate', 'outputDimensionality'];

/** The most instances of a call, and the usual length of vectors, by what a model's name begins with. */
const MODELS: readonly (readonly [name: RegExp, instances: number, length: number])[] = [
  [/^gemini-embedding-001$/, 1, 3072],
  [/^text-(?:multilingual-)?embedding-\d+$/, 250, 768],
];

const invalid = (message: string) => refuse(400, 'INVALID_ARGUMENT', message);

/** The route of `predict` for models of embeddings, below a path. Shorter vectors are not of length 1. */
export function vertexEmbeddingsRoute(base: string): FakeRoute {
  return post(`${base}/publishers/google/models/([^/:]+):predict`, (request, [, name = '']) => {
    const [, most, length] = MODELS.find(([model]) => model.test(name)) ?? [];
    if (most === undefined || length === undefined) {
      return refuse(404, 'NOT_FOUND', `Publisher Model \`${name}\` was not found.`);
    }
    const { instances, parameters, ...others } = request.json();
    const list = listOf(instances);
    const wished = fieldsOf(parameters);
    const unknown =
      Object.keys(others)[0] ??
      Object.keys(wished).find((member) => !PARAMETERS.includes(member)) ??
      list.flatMap(Object.keys).find((member) => !INSTANCE.includes(member));
    if (unknown !== undefined) return invalid(`Unknown name "${unknown}"`);
    if (list.length === 0 || list.length > most) {
      return invalid(`${list.length} instance(s) is not allowed for this model: at most ${most}.`);
    }
    const texts = list.map(({ content }) => (typeof content === 'string' ? content : ''));
    if (texts.includes('')) return invalid('The text content is empty.');
    if (
      list.some(
        ({ task_type: task = 'CLASSIFICATION' }) => !GEMINI_FAKE_TASKS.includes(String(task)),
      )
    ) {
      return invalid('Unsupported task type');
    }
    const isShort = wished['outputDimensionality'] !== undefined;
    const geometry = geometryOf({ model: name, ...wished }, 'outputDimensionality', length);
    const predictions = texts.map((text) => ({
      embeddings: {
        values: Array.from(geometry.vector(text), (value) => (isShort ? value / 2 : value)),
        statistics: { token_count: tokensIn([text]), truncated: false },
      },
    }));
    const billableCharacterCount = texts.join('').replaceAll(/\s/g, '').length;
    return json({ predictions, metadata: { billableCharacterCount } });
  });
}
