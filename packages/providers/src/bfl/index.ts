import { ProviderFailure, type ImageJob } from '@model-gateway/core';
import { oneOf } from '@model-gateway/core/kit';
import { BFL_MODELS, type BflWire } from './models.ts';
import type { JsonAnswer } from '../http/provider-request.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { fieldsOf, textOf } from '../http/fields.ts';
import { Base64Of } from '../http/json-body.ts';
import { usdOf } from '../http/money.ts';

/** Options of Black Forest Labs. */
export interface BflOptions {
  /** Where images are made; anywhere by default. */
  readonly region?: 'eu' | 'us';
}

const HOSTS = { eu: 'api.eu.bfl.ai', us: 'api.us.bfl.ai' };

/**
 * Creates a provider for the API of Black Forest Labs: a job is submitted, polled and downloaded.
 * Its answers state their exact cost. Jobs cannot be called off.
 */
export const bfl = defineImageProvider<BflWire, BflOptions>({
  slug: 'bfl',
  name: 'Black Forest Labs',
  env: 'BFL_API_KEY',
  options: { region: oneOf(...Object.keys(HOSTS)) },
  baseUrl: ({ region }) => `https://${region === undefined ? 'api.bfl.ai' : HOSTS[region]}/v1`,
  // Jobs are polled at siblings of the host, such as api.eu2.bfl.ai.
  keyHosts: ['bfl.ai'],
  authorize: (key) => ({ 'x-key': key }),
  keyTest: {
    path: '/credits',
    failures: [{ message: /not authenticated/i, is: 'credential' }],
  },
  models: BFL_MODELS,
  wire: { request: 'flux-2' },
  wireRules: { request: oneOf('flux-2', 'flux-3', 'pixels', 'kontext', 'ultra') },
  failures: [{ status: [400, 403, 422], message: /moderat/i, is: 'policy' }],
  async *run(job, { upstream, wire }, call) {
    const ticket = await call.json({ path: `/${upstream}`, json: REQUESTS[wire.request](job) });
    const url = textOf(ticket.fields['polling_url']);
    if (url === undefined) throw new ProviderFailure('malformed', 'it answered without a job');
    const { fields } = await call.poll({ url, isOver });
    const image = await call.download(fieldsOf(fields['result'])['sample']);
    yield { type: 'image', index: 0, ...image };
    // One credit is a cent.
    const costUsd = usdOf(ticket.fields['cost'], 2);
    if (costUsd !== undefined) yield { type: 'usage', costUsd };
  },
});

function isOver({ fields }: JsonAnswer): boolean {
  const status = textOf(fields['status']) ?? '';
  if (status === 'Ready') return true;
  if (/moderated/i.test(status)) {
    throw new ProviderFailure('policy', 'its content policy does not allow this');
  }
  if (status === 'Error' || status === 'Failed')
    throw new ProviderFailure('server', 'its job failed');
  if (status === '') throw new ProviderFailure('malformed', 'it answered without a status');
  // Also "Task not found", which comes shortly after the submission.
  return false;
}

const REQUESTS: Readonly<Record<BflWire['request'], (job: ImageJob) => object>> = {
  'flux-2': (job) => ({ ...common(job), ...job.pixels, ...numbered('input_image', job) }),
  'flux-3': ({ prompt, options, aspectRatio, tier, references }) => ({
    ...options,
    prompt,
    aspect_ratio: aspectRatio,
    resolution: tier?.toLowerCase(),
    images: references.length === 0 ? undefined : references.map((image) => new Base64Of(image)),
  }),
  pixels: (job) => ({ ...common(job), ...job.pixels }),
  kontext: (job) => ({
    ...common(job),
    aspect_ratio: job.aspectRatio,
    ...numbered('input_image', job),
  }),
  ultra: (job) => ({
    ...common(job),
    aspect_ratio: job.aspectRatio,
    ...numbered('image_prompt', job),
  }),
};

function common({ prompt, options, seed, format }: ImageJob): object {
  return { ...options, prompt, seed, output_format: format };
}

/** `input_image`, `input_image_2` and so on. */
function numbered(name: string, { references }: ImageJob): object {
  return Object.fromEntries(
    references.map((image, index) => [
      index === 0 ? name : `${name}_${index + 1}`,
      new Base64Of(image),
    ]),
  );
}
