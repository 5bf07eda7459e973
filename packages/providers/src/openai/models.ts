import type { ImageEndpoint, ImagePrice, PixelLimits } from '@model-gateway/core';
import type { ModelRow, ModelTable } from '../options/model-table.ts';
import { perMillion } from '../options/per-million.ts';

const SOURCE = 'developers.openai.com, model and deprecation pages';
const AS_OF = '2026-11-20';

/** Sides are multiples of 16; tiers become sizes of their area. */
const FREE_SIZES: PixelLimits = {
  min: 16,
  max: 3840,
  multipleOf: 16,
  minArea: 655_360,
  maxArea: 8_294_400,
  maxRatio: 3,
};
const THREE_SIZES: PixelLimits = { sizes: ['1024x1024', '1536x1024', '1024x1536'] };

/** Every ratio of the gateway up to 3:1. */
const RATIOS =
  '1:1 1:2 2:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 9:19.5 19.5:9 9:20 20:9 9:21 21:9'.split(' ');

/** USD per million tokens of text in, image in and image out. */
function tokenPrices(text: number, image: number, output: number): readonly ImagePrice[] {
  return [
    { billable: 'prompt', unit: 'token', usd: perMillion(text) },
    { billable: 'prompt_image', unit: 'token', usd: perMillion(image) },
    { billable: 'completion', unit: 'token', usd: perMillion(output) },
  ];
}

const ENDPOINT: ImageEndpoint = {
  aspectRatios: RATIOS,
  tiers: ['1K', '2K', '4K'],
  pixels: FREE_SIZES,
  pixelsByArea: true,
  formats: ['png', 'jpeg', 'webp'],
  qualities: ['low', 'medium', 'high'],
  backgrounds: ['opaque', 'transparent'],
  maxImages: 10,
  maxReferences: 16,
  maxReferenceBytes: 50_000_000,
  seed: false,
  compression: true,
  streams: true,
  passthrough: new Set(['moderation', 'safety_identifier', 'complexity', 'markup']),
  pricing: tokenPrices(5, 8, 30),
  maxTokensPerImage: 16_384,
};

const SMALL: Partial<ImageEndpoint> = {
  aspectRatios: ['1:1', '3:2', '2:3'],
  tiers: ['1K'],
  pixels: THREE_SIZES,
  passthrough: new Set(['moderation', 'safety_identifier', 'input_fidelity']),
};

function row(upstream: string, name: string, changes: Partial<ImageEndpoint> = {}) {
  const endpoint = { ...ENDPOINT, ...changes };
  return {
    name,
    upstream,
    endpoint,
    wire: {},
    source: SOURCE,
    asOf: AS_OF,
  } satisfies ModelRow<object>;
}

/** What OpenAI's image models can do and cost. */
export const OPENAI_MODELS: ModelTable<object> = {
  'openai/gpt-image-2.6-sunburst': row('gpt-image-2.6-sunburst', 'OpenAI: GPT Image 2.6 Sunburst'),
  'openai/gpt-image-2.6-flare': row('gpt-image-2.6-flare', 'OpenAI: GPT Image 2.6 Flare'),
  'openai/gpt-image-2.5-sunburst': row('gpt-image-2.5-sunburst', 'OpenAI: GPT Image 2.5 Sunburst'),
  'openai/gpt-image-2.5-flare': {
    ...row('gpt-image-2.5-flare', 'OpenAI: GPT Image 2.5 Flare'),
    released: '2026-09-08',
  },
  'openai/gpt-image-2': {
    ...row('gpt-image-2', 'OpenAI: GPT Image 2', { backgrounds: ['opaque'] }),
    released: '2026-04-21',
  },
  'openai/gpt-image-1.5': row('gpt-image-1.5', 'OpenAI: GPT Image 1.5', {
    ...SMALL,
    pricing: tokenPrices(5, 8, 32),
  }),
  'openai/gpt-image-1-mini': row('gpt-image-1-mini', 'OpenAI: GPT Image 1 mini', {
    ...SMALL,
    pricing: tokenPrices(2, 2.5, 8),
  }),
  'openai/chatgpt-image-latest': row('chatgpt-image-latest', 'OpenAI: ChatGPT Image', {
    ...SMALL,
    pricing: tokenPrices(5, 8, 32),
  }),
  'openai/gpt-image-1': {
    ...row('gpt-image-1', 'OpenAI: GPT Image 1', SMALL),
    retiredOn: '2026-10-23',
  },
};
