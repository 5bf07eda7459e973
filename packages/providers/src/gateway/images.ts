import type { ImageJob } from '@model-gateway/core';
import { dataUrlOf } from '../http/json-body.ts';

/**
 * Returns a job as the body of `POST /images`, for `encodeJson`: its parameters, and the passthrough
 * options for this provider, which cannot override a parameter. Source: contract §4, §4.1.
 */
export function toImageRequest(job: ImageJob, model: string): object {
  const { pixels, references } = job;
  return {
    ...job.options,
    model,
    prompt: job.prompt,
    n: job.n,
    output_format: job.format,
    aspect_ratio: job.aspectRatio,
    resolution: job.tier,
    size: pixels === undefined ? undefined : `${pixels.width}x${pixels.height}`,
    quality: job.quality,
    background: job.background,
    output_compression: job.compression,
    seed: job.seed,
    stream: job.stream || undefined,
    input_references:
      references.length === 0
        ? undefined
        : references.map((image) => ({ type: 'image_url', image_url: { url: dataUrlOf(image) } })),
  };
}
