import type { ImageEndpoint, ImagePrice } from '@model-gateway/core';
import type { ModelRow, ModelTable } from '../options/model-table.ts';
import { perMillion } from '../options/per-million.ts';

const AS_OF = '2026-11-20';
const SOURCE = 'ai.google.dev, models, pricing and deprecations';

const RATIOS = '1:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 21:9'.split(' ');
const MORE_RATIOS = [...RATIOS, '1:4', '4:1', '1:8', '8:1'];

const ENDPOINT: Omit<ImageEndpoint, 'pricing'> = {
  aspectRatios: MORE_RATIOS,
  tiers: ['1K', '2K', '4K'],
  formats: ['png', 'jpeg'],
  maxImages: 1,
  maxReferences: 14,
  // A request has at most 20 MB, and base64 is a third longer.
  maxReferenceBytes: 15_000_000,
  seed: true,
  compression: false,
  streams: false,
  passthrough: new Set(['safetySettings', 'thinkingConfig']),
};

/** USD per million tokens of the prompt, of images, and of text and thoughts. */
function tokenPrices(prompt: number, image: number, text: number): readonly ImagePrice[] {
  return [
    { billable: 'prompt', unit: 'token', usd: perMillion(prompt) },
    { billable: 'completion', unit: 'token', usd: perMillion(image) },
    { billable: 'completion_text', unit: 'token', usd: perMillion(text) },
  ];
}

function row(upstream: string, name: string, endpoint: ImageEndpoint): ModelRow<object> {
  return { name, upstream, endpoint, wire: {}, source: SOURCE, asOf: AS_OF };
}

/** What Google's image models can do and cost. */
export const GEMINI_MODELS: ModelTable<object> = {
  'google/gemini-nano-banana-2.1': {
    ...row('gemini-nano-banana-2.1', 'Google: Gemini Nano Banana 2.1', {
      ...ENDPOINT,
      pricing: tokenPrices(1.5, 30, 7.5),
    }),
    released: '2026-10-07',
  },
  'google/gemini-3-pro-image': row('gemini-3-pro-image', 'Google: Gemini 3 Pro Image', {
    ...ENDPOINT,
    aspectRatios: RATIOS,
    pricing: tokenPrices(2, 120, 12),
  }),
  'google/gemini-3.1-flash-lite-image': row(
    'gemini-3.1-flash-lite-image',
    'Google: Gemini 3.1 Flash Lite Image',
    {
      ...ENDPOINT,
      tiers: ['1K'],
      pricing: [{ billable: 'output_image', unit: 'image', usd: '0.0336' }],
    },
  ),
  'google/gemini-3.1-flash-image': {
    ...row('gemini-3.1-flash-image', 'Google: Gemini 3.1 Flash Image', {
      ...ENDPOINT,
      pricing: tokenPrices(0.5, 60, 3),
    }),
    retiredOn: '2026-10-29',
  },
  'google/gemini-2.5-flash-image': {
    ...row('gemini-2.5-flash-image', 'Google: Gemini 2.5 Flash Image', {
      ...ENDPOINT,
      pricing: tokenPrices(0.3, 30, 2.5),
    }),
    retiredOn: '2026-10-02',
  },
};
