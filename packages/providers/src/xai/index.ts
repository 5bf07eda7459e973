import { ProviderFailure } from '@model-gateway/core';
import { XAI_CHAT } from './chat.ts';
import { XAI_FAILURES } from './failures.ts';
import { XAI_MODELS } from './models.ts';
import { bearer } from '../http/authorize.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { fieldsOf } from '../http/fields.ts';
import { dataUrlOf } from '../http/json-body.ts';
import { usdOf } from '../http/money.ts';
import { readImage } from '../http/read-image.ts';

/** Creates a provider for xAI's images and conversations. Its answers state their exact cost. */
export const xai = defineImageProvider({
  slug: 'xai',
  name: 'xAI',
  env: 'XAI_API_KEY',
  baseUrl: 'https://api.x.ai/v1',
  authorize: bearer,
  keyTest: { path: '/models' },
  models: XAI_MODELS,
  chat: XAI_CHAT,
  wire: {},
  failures: XAI_FAILURES,
  async *run(job, { upstream }, call) {
    const images = job.references.map((image) => ({ url: dataUrlOf(image), type: 'image_url' }));
    const { fields, payloads } = await call.json({
      // Edits are JSON here, too: a form is answered with 415.
      path: images.length === 0 ? '/images/generations' : '/images/edits',
      json: {
        ...job.options,
        model: upstream,
        prompt: job.prompt,
        n: job.n,
        aspect_ratio: job.aspectRatio,
        resolution: job.tier?.toLowerCase(),
        quality: job.quality,
        response_format: 'b64_json',
        ...(images.length === 1 && { image: images[0] }),
        ...(images.length > 1 && { images }),
      },
    });
    const data = Array.isArray(fields['data']) ? fields['data'].map(fieldsOf) : undefined;
    if (data === undefined) throw new ProviderFailure('malformed', 'it answered without images');
    // A refusal has status 200: no image, or one that is marked.
    if (data.length === 0 || data.some((image) => image['respect_moderation'] === false)) {
      throw new ProviderFailure('policy', 'its content policy does not allow this');
    }
    for (const [index, image] of data.entries()) {
      yield { type: 'image', index, ...readImage(image, payloads) };
    }
    const costUsd = usdOf(fieldsOf(fields['usage'])['cost_in_usd_ticks'], TICK_DIGITS);
    if (costUsd !== undefined) yield { type: 'usage', costUsd };
  },
});

const TICK_DIGITS = 10;
