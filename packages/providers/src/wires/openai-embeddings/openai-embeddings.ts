import {
  ProviderFailure,
  type EmbeddingAnswer,
  type EmbeddingCall,
  type EmbeddingInput,
  type EmbeddingJob,
  type RerankAnswer,
  type RerankJob,
  type Vector,
} from '@model-gateway/core';
import type { EmbeddingRow, RerankRow } from '../../embeddings/embedding-model.ts';
import type { VectorCall } from '../../embeddings/vector-call.ts';
import { countOf, fieldsOf, listOf, type Fields } from '../../http/fields.ts';
import type { JsonAnswer } from '../../http/provider-request.ts';
import { base64Text } from '../../http/json-body.ts';

/** Where a server differs from OpenAI's embeddings, by the names of its members. */
export interface VectorRules {
  /** The length of vectors; `dimensions` by default. */
  readonly dimensions?: string;
  /** The form of vectors; false for a server that sends numbers only. */
  readonly encoding?: string | false;
  /** Whether numbers are asked for by a word; otherwise by leaving the member out. */
  readonly float?: boolean;
  /** What vectors are for: its name, and its words for those of the gateway. */
  readonly inputType?: { readonly name: string; readonly words: Readonly<Record<string, string>> };
  /** A pseudonym of the end user; false where it is refused. */
  readonly user?: string | false;
  /** How many results a ranking returns; `top_n` by default. */
  readonly topN?: string;
}

/** Sends inputs in the form of OpenAI's embeddings. */
export function openAiEmbeddings(
  job: EmbeddingJob,
  row: Pick<EmbeddingRow, 'upstream'>,
  call: VectorCall,
  rules: VectorRules = {},
): EmbeddingCall {
  return call.freeing(embedded(job, row, call, rules));
}

async function embedded(
  job: EmbeddingJob,
  { upstream }: Pick<EmbeddingRow, 'upstream'>,
  call: VectorCall,
  rules: VectorRules,
): Promise<EmbeddingAnswer> {
  const { dimensions = 'dimensions', encoding = 'encoding_format', user = false } = rules;
  const { inputType, float = false } = rules;
  const json: Record<string, unknown> = { model: upstream, input: job.inputs.map(inputOf) };
  if (job.dimensions !== undefined) json[dimensions] = job.dimensions;
  const isNamed = job.encoding === 'base64' || float;
  if (encoding !== false && isNamed) json[encoding] = job.encoding;
  if (inputType !== undefined && job.inputType !== undefined) {
    json[inputType.name] = inputType.words[job.inputType];
  }
  if (user !== false && job.user !== undefined) json[user] = job.user;
  return answerOf(await call.json({ path: '/embeddings', json: { ...json, ...job.options } }));
}

/** Media stand alone, as Jina has them. */
function inputOf(input: EmbeddingInput): unknown {
  if (input.type === 'text') return input.text;
  if (input.type === 'tokens') return input.tokens;
  const [part] = input.parts;
  if (part === undefined || input.parts.length > 1) {
    throw new ProviderFailure('parameter', 'it takes one part of an input, not several together');
  }
  if (part.type === 'text') return part.text;
  const { source, mediaType } = part;
  return {
    image: base64Text(source, source.kind === 'url' ? '' : `data:${mediaType ?? ''};base64,`),
  };
}

function answerOf({ fields, payloads }: JsonAnswer): EmbeddingAnswer {
  const { data, usage } = fields;
  const { prompt_tokens: prompt, total_tokens: total } = fieldsOf(usage);
  const items = listOf(data);
  const vectors: Vector[] = [];
  for (const [position, { index = position, embedding }] of items.entries()) {
    const at = countOf(index);
    if (at === undefined || at >= items.length || vectors[at] !== undefined) throw malformed();
    vectors[at] = vectorOf(embedding, payloads);
  }
  return { vectors, usage: { promptTokens: countOf(prompt) ?? countOf(total) } };
}

function vectorOf(embedding: unknown, payloads: JsonAnswer['payloads']): Vector {
  // The text of each was cut out, and its position stands in its place.
  const parts = typeof embedding === 'string' ? payloads[Number(embedding)] : undefined;
  if (parts !== undefined) return { encoding: 'base64', parts };
  if (Array.isArray(embedding)) return { encoding: 'float', values: embedding };
  throw malformed();
}

function malformed(): ProviderFailure {
  return new ProviderFailure('malformed', 'it answered without a vector for each input');
}

/** Sends documents in the form that Jina and servers like it have for rankings. */
export async function openAiRerank(
  { query, documents, topN, options }: RerankJob,
  { upstream }: Pick<RerankRow, 'upstream'>,
  call: VectorCall,
  { topN: name = 'top_n' }: VectorRules = {},
): Promise<RerankAnswer> {
  const json: Record<string, unknown> = {
    model: upstream,
    query,
    documents: documents.map(({ text, image }) => (image === undefined ? text : { text, image })),
  };
  if (topN !== undefined) json[name] = topN;
  return rankingOf((await call.json({ path: '/rerank', json: { ...json, ...options } })).fields);
}

/** Reads a ranking: `results`, or `data` as Voyage has them. */
export function rankingOf(fields: Fields): RerankAnswer {
  const { results = fields['data'], usage, meta } = fields;
  const { search_units: units } = fieldsOf(fieldsOf(meta)['billed_units']);
  const { total_tokens: total } = fieldsOf(usage);
  return {
    results: listOf(results).map(
      // No number of ours for what is not a number, such as null: the ranking is malformed then.
      ({ index, relevance_score: score }) => ({
        index: countOf(index) ?? NaN,
        score: typeof score === 'number' ? score : NaN,
      }),
    ),
    usage: {
      totalTokens: countOf(total),
      searchUnits: Number.isFinite(units) && Number(units) >= 0 ? Number(units) : undefined,
    },
  };
}
