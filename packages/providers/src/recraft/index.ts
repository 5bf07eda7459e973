import { ProviderFailure, type ImageJob } from '@model-gateway/core';
import { RECRAFT_MODELS } from './models.ts';
import { bearer } from '../http/authorize.ts';
import { classifyError } from '../http/classify.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { listOf } from '../http/fields.ts';
import { dataUrlOf } from '../http/json-body.ts';
import { usdOf } from '../http/money.ts';
import { readImage } from '../http/read-image.ts';

/** How far an image may be from its reference, 0 to 1, where the client does not say. */
const STRENGTH = 0.5;

/**
 * Creates a provider for Recraft, raster and vector. A request with a reference has the reference's
 * shape. SVG is passed on as bytes and never rendered. Answers state their exact cost.
 */
export const recraft = defineImageProvider({
  slug: 'recraft',
  name: 'Recraft',
  env: 'RECRAFT_API_TOKEN',
  baseUrl: 'https://external.api.recraft.ai/v1',
  authorize: bearer,
  keyTest: { path: '/users/me' },
  models: RECRAFT_MODELS,
  wire: {},
  async *run(job, { upstream }, call) {
    const { strength = STRENGTH, ...options } = job.options;
    const [reference] = job.references;
    const parameters = {
      ...options,
      model: upstream,
      prompt: job.prompt,
      n: job.n,
      // Vector models have one format, which is not named.
      image_format: job.format === 'svg' ? undefined : job.format,
      random_seed: job.seed,
      response_format: 'b64_json',
    };
    const shape = shapeOf(job);
    const { fields, payloads } = await call.json(
      reference === undefined
        ? { path: '/images/generations', json: { ...parameters, size: shape?.value } }
        : {
            path: '/images/imageToImage',
            json: { ...parameters, image_url: dataUrlOf(reference), strength },
          },
    );
    if (reference !== undefined && shape !== undefined) {
      yield { type: 'warning', parameter: shape.parameter, note: 'ignored' };
    }
    if (fields['error'] != null) throw classifyError(fields);
    const data = listOf(fields['data']);
    if (data.length === 0) throw new ProviderFailure('malformed', 'it answered without images');
    for (const [index, image] of data.entries()) {
      yield { type: 'image', index, ...readImage(image, payloads) };
    }
    // A thousand credits are a dollar.
    const costUsd = usdOf(fields['credits'], 3);
    if (costUsd !== undefined) yield { type: 'usage', costUsd };
  },
});

function shapeOf({ pixels, aspectRatio }: ImageJob) {
  if (pixels !== undefined) return { parameter: 'size', value: `${pixels.width}x${pixels.height}` };
  return aspectRatio === undefined ? undefined : { parameter: 'aspect_ratio', value: aspectRatio };
}
