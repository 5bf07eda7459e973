import { ProviderFailure, type ImageJob } from '@model-gateway/core';
import type { ProviderRequest } from '../shared/provider-request.ts';
import type { FailureRule } from '../shared/failure-rules.ts';

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

type Scalar = string | number | boolean;

/** Returns options for a form. Throws `parameter` for values that a form cannot hold. */
export function scalarsOf(options: ImageJob['options']): Readonly<Record<string, Scalar>> {
  const scalars: Record<string, Scalar> = {};
  for (const [key, value] of Object.entries(options)) {
    const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
    if (!isScalar)
      throw new ProviderFailure('parameter', `${key} must be a text, number or boolean`);
    // Its type was just checked.
    scalars[key] = value as Scalar;
  }
  return scalars;
}

/** What OpenAI's errors mean beyond their status. */
export const OPENAI_FAILURES: readonly FailureRule[] = [
  { code: /moderation_blocked|content_policy_violation/, is: 'policy' },
  { code: /billing_hard_limit_reached|insufficient_quota/, is: 'credential' },
  { code: /model_not_found/, is: 'model' },
  { status: [400, 413], code: /too_large/, is: 'too-large' },
];
