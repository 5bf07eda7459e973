import type { ImageJob } from '@model-gateway/core';
import type { Detail } from './canvas.ts';
import type { LoadSharp } from './sharp.ts';
import { thumbnailsOf } from './references/thumbnails-of.ts';
import { pictureKeys } from './scene/picture-key.ts';
import { createScene, type Scene } from './create-scene.ts';
import type { Size } from './size-of.ts';
import type { Pace } from './stage.ts';

/** The input of a back end. */
export interface DrawingRequest {
  readonly job: ImageJob;
  readonly size: Size;
  readonly detail: Detail;
  /** For jobs without a seed. */
  readonly seed: number;
  /** True when partial images are requested and supported. */
  readonly streams: boolean;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly loadSharp: LoadSharp;
}

/** Yields the scenes of a job in order, each created on demand. */
export async function* scenesOf({
  job,
  size,
  detail,
  seed,
  loadSharp,
}: DrawingRequest): AsyncGenerator<Scene> {
  const thumbnails = await thumbnailsOf(job, loadSharp);
  for (const key of pictureKeys(job, seed)) {
    yield createScene(job, key, { size, detail, thumbnails });
  }
}
