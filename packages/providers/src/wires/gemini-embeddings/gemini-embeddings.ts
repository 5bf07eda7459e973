import {
  ProviderFailure,
  type EmbeddingAnswer,
  type EmbeddingInput,
  type EmbeddingJob,
  type Vector,
} from '@model-gateway/core';
import type { EmbeddingRow } from '../../embeddings/embedding-model.ts';
import type { VectorCall } from '../../embeddings/vector-call.ts';
import { fieldsOf } from '../../http/fields.ts';

/** What vectors are for, in the words of the interface. */
export const GEMINI_TASKS: Readonly<Record<string, string>> = {
  search_query: 'RETRIEVAL_QUERY',
  search_document: 'RETRIEVAL_DOCUMENT',
  semantic_similarity: 'SEMANTIC_SIMILARITY',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
};

/** The values of `input_type` that it has a word for. */
export const GEMINI_INPUT_TYPES: readonly string[] = Object.keys(GEMINI_TASKS);

/** Embeds over the Gemini API, which counts nothing. Shortened vectors are brought to length 1. */
export async function geminiEmbeddings(
  { inputs, inputType, dimensions, options }: EmbeddingJob,
  { upstream }: Pick<EmbeddingRow, 'upstream'>,
  call: VectorCall,
): Promise<EmbeddingAnswer> {
  const model = `models/${upstream}`;
  const requests = inputs.map((input) => ({
    model,
    content: { parts: [{ text: textOf(input) }] },
    taskType: inputType === undefined ? undefined : GEMINI_TASKS[inputType],
    outputDimensionality: dimensions,
    ...options,
  }));
  const path = `/models/${encodeURIComponent(upstream)}:batchEmbedContents`;
  const { fields } = await call.json({ path, json: { requests } });
  const all = Array.isArray(fields['embeddings']) ? fields['embeddings'] : [];
  return {
    vectors: all.map((one) => vectorOf(fieldsOf(one)['values'], dimensions !== undefined)),
  };
}

/** Returns the text of an input. Throws `parameter` for any other. */
export function textOf(input: EmbeddingInput): string {
  if (input.type === 'text') return input.text;
  throw new ProviderFailure('parameter', 'it embeds text only');
}

/** Returns a vector of an answer, of length 1. Throws `malformed` for none. */
export function vectorOf(values: unknown, isShortened: boolean): Vector {
  if (!Array.isArray(values)) {
    throw new ProviderFailure('malformed', 'it answered without a vector for each input');
  }
  if (!isShortened) return { encoding: 'float', values };
  const length = Math.hypot(...values.map(Number)) || 1;
  return { encoding: 'float', values: values.map((value) => Number(value) / length) };
}
