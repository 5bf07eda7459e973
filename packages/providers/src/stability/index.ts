import { ProviderFailure } from '@model-gateway/core';
import { numberFrom, oneOf } from '@model-gateway/core/kit';
import { STABILITY_MODELS, type StabilityWire } from './models.ts';
import { bearer } from '../http/authorize.ts';
import { classifyError } from '../http/classify.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { readImage } from '../http/read-image.ts';
import { scalarsOf } from '../http/form-body.ts';

/**
 * Creates a provider for Stability's Stable Image services. An image that was blurred by its filter
 * counts as a refusal.
 */
export const stability = defineImageProvider<StabilityWire>({
  slug: 'stability',
  name: 'Stability AI',
  env: 'STABILITY_API_KEY',
  baseUrl: 'https://api.stability.ai/v2beta',
  authorize: bearer,
  keyTest: { path: '/v1/user/balance', base: (url) => new URL(url).origin },
  models: STABILITY_MODELS,
  wire: { service: 'sd3', strength: 0.5 },
  wireRules: { service: oneOf('ultra', 'core', 'sd3'), strength: numberFrom(0, 1) },
  payloadKey: 'image',
  failures: [
    { status: [403], code: /moderation/, is: 'policy' },
    { status: [422], code: /public_figure/, is: 'policy' },
  ],
  async *run(job, { upstream, wire: { service, strength: usual } }, call) {
    const { strength = usual, ...options } = scalarsOf(job.options);
    const [reference] = job.references;
    const isSd3 = service === 'sd3';
    // This service takes the shape of a reference.
    const ratio = isSd3 && reference !== undefined ? undefined : job.aspectRatio;
    const parameters = {
      ...options,
      prompt: job.prompt,
      output_format: job.format,
      seed: job.seed,
      aspect_ratio: ratio,
      model: isSd3 ? upstream : undefined,
      mode: isSd3 && reference !== undefined ? 'image-to-image' : undefined,
      image: reference,
      strength: reference === undefined ? undefined : strength,
    };
    const { fields, payloads } = await call.json({
      path: `/stable-image/generate/${service}`,
      form: Object.entries(parameters).map(([name, value]) => ({ name, value })),
    });
    if (fields['errors'] != null) throw classifyError(fields);
    // Its answer is a success with a blurred image.
    if (fields['finish_reason'] === 'CONTENT_FILTERED') {
      throw new ProviderFailure('policy', 'its content policy does not allow this');
    }
    if (ratio !== job.aspectRatio) {
      yield { type: 'warning', parameter: 'aspect_ratio', note: 'ignored' };
    }
    yield { type: 'image', index: 0, ...readImage(fields, payloads, 'image') };
  },
});
