import { ProviderFailure, type ImageJob } from '@model-gateway/core';
import { FLAG, oneOf, TEXT } from '@model-gateway/core/kit';
import { FAL_MODELS, type FalWire } from './models.ts';
import type { JsonAnswer } from '../http/provider-request.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { fieldsOf, textOf } from '../http/fields.ts';
import { dataUrlOf } from '../http/json-body.ts';

/** Its queue would repeat a job up to ten times, long after the gateway has given up. */
const HEADERS = { 'x-fal-no-retry': '1', 'x-fal-request-timeout': '170' };

/** Creates a provider for models on fal's queue: submitted, polled, downloaded, called off. */
export const fal = defineImageProvider<FalWire>({
  slug: 'fal',
  name: 'fal',
  env: 'FAL_KEY',
  baseUrl: 'https://queue.fal.run',
  keyHosts: ['fal.run'],
  authorize: (key) => ({ authorization: `Key ${key}` }),
  models: FAL_MODELS,
  wire: { shape: 'image_size', count: 'num_images', hasFormat: true },
  wireRules: {
    shape: oneOf('image_size', 'aspect_ratio'),
    tier: TEXT,
    count: TEXT,
    references: oneOf('image_url', 'image_urls'),
    hasFormat: FLAG,
  },
  failures: [
    { header: ['x-fal-error-type', /timeout/], is: 'timeout' },
    { code: /too_large/, is: 'too-large' },
  ],
  async *run(job, { upstream, wire }, call) {
    const ticket = await call.json({
      path: `/${upstream}`,
      headers: HEADERS,
      json: inputOf(job, wire),
    });
    // Their paths are not those of the model: sub-paths are cut.
    const { status_url: status, response_url: response, cancel_url: cancel } = ticket.fields;
    const url = textOf(status);
    const result = textOf(response);
    if (url === undefined || result === undefined) {
      throw new ProviderFailure('malformed', 'it answered without a job');
    }
    const path = textOf(cancel);
    await call.poll({
      url,
      isOver,
      cancel: path === undefined ? undefined : { method: 'PUT', path },
    });
    // The answer of a failed job has the status and the body of its failure.
    const { fields } = await call.read(result);
    const flags = fields['has_nsfw_concepts'] ?? fields['nsfw_content_detected'];
    if ([flags].flat().includes(true)) {
      throw new ProviderFailure('policy', 'its content policy does not allow this');
    }
    const images = [fields['images'] ?? fields['image'] ?? []].flat();
    for (const [index, image] of images.entries()) {
      yield { type: 'image', index, ...(await call.download(fieldsOf(image)['url'])) };
    }
    if (images.length === 0) throw new ProviderFailure('malformed', 'it answered without images');
  },
});

function isOver({ fields: { status } }: JsonAnswer): boolean {
  if (status === 'COMPLETED') return true;
  if (status === 'IN_QUEUE' || status === 'IN_PROGRESS') return false;
  throw new ProviderFailure('malformed', 'it answered without a status');
}

function inputOf(job: ImageJob, wire: FalWire): object {
  const references = job.references.map(dataUrlOf);
  const shape = wire.shape === 'image_size' ? job.pixels : job.aspectRatio;
  return {
    ...job.options,
    prompt: job.prompt,
    [wire.shape]: shape,
    seed: job.seed,
    ...(wire.hasFormat && { output_format: job.format }),
    ...(wire.tier !== undefined && { [wire.tier]: job.tier }),
    ...(wire.count !== undefined && { [wire.count]: job.n }),
    ...(wire.references === 'image_url' && { image_url: references[0] }),
    ...(wire.references === 'image_urls' && { image_urls: references }),
  };
}
