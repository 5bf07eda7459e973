import { Buffer } from 'node:buffer';
import { cosineOf, DemoGeometry } from '../demo/geometry.ts';
import type { Fields } from '../http/fields.ts';
import { json, type FakeReply } from './fake-message.ts';
import { post, type FakeRoute } from './fake-provider.ts';

/** What a fake of embeddings knows, by the names of its interface. */
export interface FakeEmbeddingRules {
  /** Every member that is accepted; others are refused. */
  readonly members: ReadonlySet<string>;
  readonly mostInputs: number;
  readonly usualLength: number;
  /** The name of the wished length. */
  readonly length: string;
  /** The name of the form of vectors; undefined for one that sends numbers only. */
  readonly encoding?: string;
  /** Whether lists of tokens are accepted. */
  readonly takesTokens?: boolean;
  /** Words of the member that says what vectors are for. */
  readonly types?: { readonly name: string; readonly words: readonly string[] };
  /** Members of the answer beside the usual ones. */
  readonly more?: Fields;
  /** Undefined for one that counts nothing. */
  readonly usage: (tokens: number) => Fields | undefined;
  readonly refuse: (message: string, param: string) => FakeReply;
}

/** The route of embeddings in the manner of OpenAI, below a path: strict in all that it knows. */
export function embeddingsRoute(basePath: string, rules: FakeEmbeddingRules): FakeRoute {
  return post(`${basePath}/embeddings`, (request) => {
    const body = request.json();
    const problem = problemOf(body, rules);
    if (problem !== undefined) return rules.refuse(...problem);
    const texts = textsIn(body['input']);
    const { encoding = '' } = rules;
    const geometry = geometryOf(body, rules.length, rules.usualLength);
    const data = texts.map((text, index) => {
      const vector = geometry.vector(text);
      const embedding = body[encoding] === 'base64' ? base64Of(vector) : Array.from(vector);
      return { object: 'embedding', index, embedding };
    });
    // Backwards, because the index is what counts.
    return json({
      ...rules.more,
      object: 'list',
      data: data.toReversed(),
      model: body['model'],
      usage: rules.usage(tokensIn(texts)),
    });
  });
}

/** What a fake of rankings knows, by the names of its interface. */
export interface FakeRankingRules {
  /** Members that are accepted beside the model, the query and the documents; others are refused. */
  readonly members: ReadonlySet<string>;
  readonly mostDocuments: number;
  /** The name of how many results are wished; `top_n` by default. */
  readonly most?: string;
  /** Returns the answer's members beside the model. */
  readonly answer: (results: ReturnType<typeof rankedBy>, tokens: number) => Fields;
  readonly refuse: (message: string, param: string) => FakeReply;
}

/** The route of rankings in the manner of Jina, below a path: strict in all that it knows. */
export function rerankRoute(basePath: string, rules: FakeRankingRules): FakeRoute {
  const { members, mostDocuments, most = 'top_n', answer, refuse } = rules;
  return post(`${basePath}/rerank`, (request) => {
    const { model, query, documents, ...others } = request.json();
    const [unknown] = Object.keys(others).filter((name) => name !== most && !members.has(name));
    if (unknown !== undefined) {
      return refuse(`Argument '${unknown}' is not supported by our API`, unknown);
    }
    if (typeof model !== 'string') return refuse('you must provide a model', 'model');
    const list = Array.isArray(documents) ? documents : [];
    if (typeof query !== 'string' || list.length === 0 || list.length > mostDocuments) {
      return refuse(`query and 1 to ${mostDocuments} documents are required`, 'documents');
    }
    const texts = list.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    const results = rankedBy(model, query, texts).slice(0, Number(others[most] ?? texts.length));
    const tokens = tokensIn([...texts, ...texts.map(() => query)]);
    return json({ model, ...answer(results, tokens) });
  });
}

function problemOf(
  body: Fields,
  { members, mostInputs, takesTokens, types, length, encoding }: FakeEmbeddingRules,
): [string, string] | undefined {
  const unknown = Object.keys(body).find((name) => !members.has(name));
  if (unknown !== undefined) return [`Unrecognized request argument supplied: ${unknown}`, unknown];
  const { model, input } = body;
  if (typeof model !== 'string') return ['you must provide a model parameter', 'model'];
  const inputs = [input].flat();
  if (inputs.length === 0 || inputs.length > mostInputs) {
    return [`input must have 1 to ${mostInputs} items`, 'input'];
  }
  const isRight = (one: unknown) =>
    (typeof one === 'string' && one !== '') ||
    (takesTokens === true && (Array.isArray(one) || typeof one === 'number'));
  if (!inputs.every(isRight)) return ["'$.input' is invalid", 'input'];
  const wished = body[length];
  if (wished !== undefined && !(Number.isInteger(wished) && Number(wished) >= 1)) {
    return [`${length} must be a positive integer`, length];
  }
  const form = encoding === undefined ? undefined : body[encoding];
  if (form !== undefined && form !== 'base64' && form !== 'float') {
    return [`${encoding ?? ''} must be float or base64`, encoding ?? ''];
  }
  const type = types && body[types.name];
  if (types !== undefined && type !== undefined && !types.words.some((word) => word === type)) {
    return [`${types.name} must be one of ${types.words.join(', ')}`, types.name];
  }
  return undefined;
}

/** Returns what stands for the inputs: a list of numbers is one. */
function textsIn(input: unknown): readonly string[] {
  const list = Array.isArray(input) ? input : [input];
  return list.every((one) => typeof one === 'number')
    ? [list.join(' ')]
    : list.map((one) => [one].flat().join(' '));
}

/** Returns the vectors of a model of a fake, in the length that a request wishes. */
export function geometryOf(body: Fields, length: string, usual: number): DemoGeometry {
  return new DemoGeometry(String(body['model']), Number(body[length] ?? usual));
}

/** Counts words, as the fakes do. */
export function tokensIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
}

function base64Of(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

/** Returns how near texts are to a query, by the same vectors. */
export function rankedBy(model: string, query: string, texts: readonly string[]) {
  const geometry = new DemoGeometry(model, 256);
  const asked = geometry.vector(query);
  return texts
    .map((text, index) => ({ index, relevance_score: cosineOf(asked, geometry.vector(text)) }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score);
}
