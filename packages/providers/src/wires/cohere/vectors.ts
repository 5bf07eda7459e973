import {
  ProviderFailure,
  type EmbeddingAnswer,
  type EmbeddingInput,
  type EmbeddingJob,
  type RerankAnswer,
  type RerankJob,
  type Vector,
} from '@model-gateway/core';
import type { EmbeddingRow, RerankRow } from '../../embeddings/embedding-model.ts';
import type { VectorCall } from '../../embeddings/vector-call.ts';
import { countOf, fieldsOf } from '../../http/fields.ts';
import { base64Text } from '../../http/json-body.ts';
import { rankingOf } from '../openai-embeddings/openai-embeddings.ts';

/** What vectors are for, where the client does not say; the interface demands it. */
const USUAL_INPUT_TYPE = 'search_document';

/** Embeds over Cohere's interface 2. Vectors come as numbers: base64 is not of its usual ones. */
export async function cohereEmbeddings(
  { inputs, inputType = USUAL_INPUT_TYPE, dimensions, options }: EmbeddingJob,
  { upstream }: Pick<EmbeddingRow, 'upstream'>,
  call: VectorCall,
): Promise<EmbeddingAnswer> {
  const texts = inputs.flatMap((input) => (input.type === 'text' ? [input.text] : []));
  const isText = texts.length === inputs.length;
  const json = {
    model: upstream,
    input_type: inputType,
    embedding_types: ['float'],
    output_dimension: dimensions,
    ...(isText ? { texts } : { inputs: inputs.map(inputOf) }),
    ...options,
  };
  const { fields } = await call.json({ path: '/v2/embed', json });
  const { float } = fieldsOf(fields['embeddings']);
  const vectors = Array.isArray(float) ? float.map(vectorOf) : [];
  const units = fieldsOf(fieldsOf(fields['meta'])['billed_units']);
  const [tokens, images] = [countOf(units['input_tokens']), countOf(units['image_tokens'])];
  const promptTokens =
    tokens === undefined && images === undefined ? undefined : (tokens ?? 0) + (images ?? 0);
  return { vectors, usage: { promptTokens, imageTokens: images } };
}

function vectorOf(values: unknown): Vector {
  if (!Array.isArray(values)) {
    throw new ProviderFailure('malformed', 'it answered without a vector for each input');
  }
  return { encoding: 'float', values };
}

function inputOf(input: EmbeddingInput): unknown {
  if (input.type === 'text') return { content: [{ type: 'text', text: input.text }] };
  const parts = input.type === 'parts' ? input.parts : [];
  return {
    content: parts.map((part) => {
      if (part.type === 'text') return { type: 'text', text: part.text };
      const url = base64Text(part.source, `data:${part.mediaType ?? ''};base64,`);
      return { type: 'image_url', image_url: { url } };
    }),
  };
}

/** Ranks over Cohere's interface 2. */
export async function cohereRerank(
  { query, documents, topN, options }: RerankJob,
  { upstream }: Pick<RerankRow, 'upstream'>,
  call: VectorCall,
): Promise<RerankAnswer> {
  const texts = documents.map(({ text }) => text);
  const json = { model: upstream, query, documents: texts, top_n: topN, ...options };
  return rankingOf((await call.json({ path: '/v2/rerank', json })).fields);
}
