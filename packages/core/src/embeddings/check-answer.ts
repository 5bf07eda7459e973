import { requireCounts } from '../inference/money/counts.ts';
import type { EmbeddingAnswer, EmbeddingJob, Vector } from '../ports/embedding-provider.ts';
import { ProviderFailure } from '../ports/provider-failure.ts';
import { floatsOf, lengthOf } from './vectors.ts';

/**
 * Returns the answer with its vectors in the form that the client reads, of the same length each.
 * Base64 that goes on as it is is not looked into. Throws `malformed` for anything but a vector for
 * each input, and for usage that cannot be charged. Source: contract §17.3.
 */
export function checkedAnswer(
  { vectors, usage }: EmbeddingAnswer,
  { inputs, encoding, dimensions }: EmbeddingJob,
): EmbeddingAnswer {
  if (vectors.length !== inputs.length) {
    throw malformed(`it answered with ${vectors.length} vectors to ${inputs.length} inputs`);
  }
  if (usage !== undefined) requireCounts(usage);
  let expected = dimensions;
  const checked = vectors.map((vector): Vector => {
    const length = lengthOf(vector);
    expected ??= length;
    if (length === undefined || length === 0 || length !== expected) {
      const wanted = expected === undefined ? '' : ` in place of ${expected} numbers`;
      throw malformed(`it answered with a vector of ${length ?? 'no whole'} numbers${wanted}`);
    }
    if (encoding === 'base64' && vector.encoding === 'base64') return vector;
    const values = floatsOf(vector);
    if (values === undefined || !isFinite(values)) {
      throw malformed('it answered with a vector of something other than numbers');
    }
    return { encoding: 'float', values };
  });
  return { vectors: checked, usage };
}

function isFinite(values: ArrayLike<number>): boolean {
  for (let at = 0; at < values.length; at++) if (!Number.isFinite(values[at])) return false;
  return true;
}

function malformed(message: string): ProviderFailure {
  return new ProviderFailure('malformed', message);
}
