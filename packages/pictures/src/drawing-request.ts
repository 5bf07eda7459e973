import type { ImageJob } from '@model-gateway/core';
import { pictureKeys } from './scene/picture-key.ts';
import { createScene, type Scene } from './scene.ts';
import type { Size } from './size-of.ts';
import type { Pace } from './stage.ts';

/** What a back end draws. */
export interface DrawingRequest {
  readonly job: ImageJob;
  readonly size: Size;
  /** For jobs without a seed. */
  readonly seed: number;
  /** Whether partial images are wanted and possible. */
  readonly streams: boolean;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/** The scenes of a job in order, each made when it is needed. */
export function* scenesOf({ job, size, seed }: DrawingRequest): Generator<Scene> {
  for (const key of pictureKeys(job, seed)) yield createScene(job, key, size);
}
