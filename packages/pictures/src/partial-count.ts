import type { ImageEndpoint, ImageJob } from '@model-gateway/core';
import { coarseness } from './raster/coarse-picture.ts';
import { sizeOf } from './size-of.ts';

/** Returns the number of partial images before each image of a streamed job; 0 for SVG, which streams as text. */
export function partialCount(
  job: Pick<ImageJob, 'format' | 'pixels' | 'tier' | 'aspectRatio'>,
  endpoint: ImageEndpoint,
): number {
  return job.format === 'svg' ? 0 : coarseness(sizeOf(job, endpoint)).length;
}
