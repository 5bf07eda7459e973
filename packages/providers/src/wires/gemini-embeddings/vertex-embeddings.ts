import type { EmbeddingAnswer, EmbeddingJob } from '@model-gateway/core';
import type { EmbeddingRow } from '../../embeddings/embedding-model.ts';
import type { VectorCall } from '../../embeddings/vector-call.ts';
import { countOf, fieldsOf } from '../../http/fields.ts';
import { GEMINI_TASKS, textOf, vectorOf } from './gemini-embeddings.ts';

/**
 * Embeds over `predict` of Vertex AI. A text that is too long is refused, because the interface would
 * cut it off; shortened vectors are brought to length 1.
 */
export async function vertexEmbeddings(
  { inputs, inputType, dimensions, options }: EmbeddingJob,
  { upstream }: Pick<EmbeddingRow, 'upstream'>,
  call: VectorCall,
): Promise<EmbeddingAnswer> {
  const instances = inputs.map((input) => ({
    content: textOf(input),
    task_type: inputType === undefined ? undefined : GEMINI_TASKS[inputType],
  }));
  const parameters = { autoTruncate: false, outputDimensionality: dimensions, ...options };
  const path = `/publishers/google/models/${encodeURIComponent(upstream)}:predict`;
  const { fields } = await call.json({ path, json: { instances, parameters } });
  const { predictions } = fields;
  const all = (Array.isArray(predictions) ? predictions : []).map((one) =>
    fieldsOf(fieldsOf(one)['embeddings']),
  );
  const counts = all.map(({ statistics }) => countOf(fieldsOf(statistics)['token_count']));
  const promptTokens = counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
  return {
    vectors: all.map(({ values }) => vectorOf(values, dimensions !== undefined)),
    usage: { promptTokens },
  };
}
