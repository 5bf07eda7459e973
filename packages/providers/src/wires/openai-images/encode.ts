import type { ImageJob } from '@model-gateway/core';
import { scalarsOf } from '../../http/form-body.ts';
import type { ProviderRequest } from '../../http/provider-request.ts';

/**
 * Returns the request of OpenAI's Images API for a job: JSON without references, a form with them.
 * Forms take sizes that JSON edits do not, and references in them do not grow by a third.
 */
export function openAiRequest(job: ImageJob, model: string): ProviderRequest {
  const { references, pixels, stream } = job;
  const parameters = {
    ...scalarsOf(job.options),
    model,
    prompt: job.prompt,
    n: job.n,
    size: pixels === undefined ? undefined : `${pixels.width}x${pixels.height}`,
    quality: job.quality,
    background: job.background,
    output_format: job.format,
    output_compression: job.compression,
    stream: stream || undefined,
    // Some servers refuse to stream without partial images.
    partial_images: stream ? PARTIALS : undefined,
  };
  const accept = stream ? 'text/event-stream, application/json' : 'application/json';
  if (references.length === 0) return { path: '/images/generations', accept, json: parameters };
  // The official client writes one file as `image` and several as `image[]`.
  const name = references.length === 1 ? 'image' : 'image[]';
  const form = [
    ...Object.entries(parameters).map(([key, value]) => ({ name: key, value })),
    ...references.map((value) => ({ name, value })),
  ];
  return { path: '/images/edits', accept, form };
}

const PARTIALS = 2;
