import type { EmbeddingJob, RerankJob, Vector } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';

/* What tests of adapters ask for, and how they read it. */

export const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
export const TEXTS = ['red panda eats bamboo', 'red panda eats leaves', 'quarterly tax report'];

export const context = () => ({
  signal: new AbortController().signal,
  dispatched: () => {},
  progress: () => {},
  hold: () => undefined,
});

export const embeddingJob = (model: string, more: Partial<EmbeddingJob> = {}): EmbeddingJob => ({
  model,
  inputs: TEXTS.map((text) => ({ type: 'text', text })),
  encoding: 'float',
  options: {},
  user: undefined,
  ...more,
});

/** The numbers of a vector in either form. */
export function numbersOf(vector: Vector | undefined): readonly number[] {
  if (vector === undefined) return [];
  if (vector.encoding === 'float') return Array.from(vector.values);
  const bytes = Uint8Array.from(Buffer.from(Buffer.concat(vector.parts).toString(), 'base64'));
  return Array.from(new Float32Array(bytes.buffer));
}

export const cosine = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

export const ranking: RerankJob = {
  model: '',
  query: 'leaves',
  documents: TEXTS.map((text) => ({ text })),
  topN: 2,
  options: {},
  user: undefined,
};
