import type { EmbeddingEndpoint, EmbeddingInput } from '../ports/embedding-provider.ts';
import { mostTokens, type InputSize } from './size.ts';

/** Inputs of one call, and where they begin among those of the request. */
export interface Batch {
  readonly inputs: readonly EmbeddingInput[];
  readonly sizes: readonly InputSize[];
}

/**
 * Splits inputs into as few calls as the endpoint allows, in order; an input that is larger than a
 * call may be is one of its own. Tokens are counted as the most that there can be, so that no call is
 * refused for its length. Source: contract §17.4.
 */
export function batchesOf(
  inputs: readonly EmbeddingInput[],
  sizes: readonly InputSize[],
  { batch = {}, contextTokens, maxTokensPerMedia }: EmbeddingEndpoint,
): readonly Batch[] {
  const { inputs: mostInputs = Infinity, tokens: most = Infinity } = batch;
  if (inputs.length <= mostInputs && most === Infinity) return [{ inputs, sizes }];
  const batches: Batch[] = [];
  let from = 0;
  let tokens = 0;
  const close = (to: number) => {
    batches.push({ inputs: inputs.slice(from, to), sizes: sizes.slice(from, to) });
    from = to;
    tokens = 0;
  };
  for (const [position, size] of sizes.entries()) {
    const own = Math.min(mostTokens(size, maxTokensPerMedia), contextTokens);
    const count = position - from;
    if (count > 0 && (count >= mostInputs || tokens + own > most)) close(position);
    tokens += own;
  }
  close(sizes.length);
  return batches;
}
