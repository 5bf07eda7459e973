import type { ImageJob } from '@model-gateway/core';
import { pictureKeys } from './scene/picture-key.ts';
import { createScene, type Scene } from './scene.ts';
import type { Size } from './size-of.ts';
import type { Pace } from './stage.ts';

/** The input of a back end. */
export interface DrawingRequest {
  readonly job: ImageJob;
  readonly size: Size;
  /** For jobs without a seed. */
  readonly seed: number;
  /** True when partial images are requested and supported. */
  readonly streams: boolean;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/** Yields the scenes of a job in order, each created on demand. */
export function* scenesOf({ job, size, seed }: DrawingRequest): Generator<Scene> {
  for (const key of pictureKeys(job, seed)) yield createScene(job, key, size);
}
