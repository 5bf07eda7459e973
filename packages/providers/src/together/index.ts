import { TOGETHER_MODELS } from './models.ts';
import { bearer } from '../http/authorize.ts';
import { dataUrlOf } from '../http/json-body.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';

/**
 * Creates a provider for Together's image models. Tiers and ratios become sizes by their area.
 * Together reports no usage, so prices are those of its list.
 */
export const together = defineImageProvider({
  slug: 'together',
  name: 'Together AI',
  env: 'TOGETHER_API_KEY',
  baseUrl: 'https://api.together.ai/v1',
  authorize: bearer,
  keyTest: { path: '/models' },
  models: TOGETHER_MODELS,
  wire: {},
  failures: [{ status: [400, 422], message: /nsfw|safety|moderat/i, is: 'policy' }],
  run: ({ options, prompt, n, pixels, seed, format, references }, { upstream }, call) => {
    const [image] = references;
    return call.images({
      path: '/images/generations',
      json: {
        ...options,
        model: upstream,
        prompt,
        n,
        width: pixels?.width,
        height: pixels?.height,
        seed,
        image_url: image && dataUrlOf(image),
        response_format: 'base64',
        output_format: format,
      },
    });
  },
});
