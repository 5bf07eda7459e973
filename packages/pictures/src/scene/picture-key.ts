import type { ImageJob } from '@model-gateway/core';
import { fingerprint } from './fingerprint.ts';

/** Everything besides its size that a picture depends on: equal keys give equal pictures. */
export interface PictureKey {
  readonly prompt: string;
  readonly model: string;
  readonly seed: number;
  /** 0 for the first image of a request. */
  readonly index: number;
  /** One number per reference image; they change colours, not shapes. */
  readonly references: readonly number[];
}

/**
 * Returns a key for each image of a job.
 *
 * @param defaultSeed for jobs without one: the mock repeats itself even then
 */
export function pictureKeys(job: ImageJob, defaultSeed: number): readonly PictureKey[] {
  const { prompt, model, seed = defaultSeed } = job;
  const references = job.references.map(({ bytes }) => fingerprint(bytes));
  return Array.from({ length: job.n }, (_, index) => ({ prompt, model, seed, index, references }));
}
