import type { ImageEndpoint, ImageJob } from '@model-gateway/core';
import { coarseness } from './raster/coarse-picture.ts';
import { sizeOf } from './size-of.ts';

/** How many partial images come before each image of a streamed job. SVG is streamed as text. */
export function partialCount(
  job: Pick<ImageJob, 'format' | 'pixels' | 'tier' | 'aspectRatio'>,
  endpoint: ImageEndpoint,
): number {
  return job.format === 'svg' ? 0 : coarseness(sizeOf(job, endpoint)).length;
}
