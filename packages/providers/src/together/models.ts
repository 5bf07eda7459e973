import type { ImageEndpoint } from '@model-gateway/core';
import type { ModelTable } from '../options/model-table.ts';

const SOURCE = 'Portkey-AI/models f654307e; api.together.ai reference';
const AS_OF = '2026-08-21';

const ENDPOINT: Omit<ImageEndpoint, 'pricing'> = {
  aspectRatios: '1:1 1:2 2:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 9:21 21:9'.split(' '),
  tiers: ['512', '1K'],
  pixels: { min: 64, max: 1792, multipleOf: 16 },
  pixelsByArea: true,
  formats: ['jpeg', 'png'],
  maxImages: 4,
  maxReferences: 0,
  seed: true,
  compression: false,
  streams: false,
  passthrough: new Set(['steps', 'guidance_scale', 'negative_prompt', 'disable_safety_checker']),
};

/** What the image models on Together can do and cost. */
export const TOGETHER_MODELS: ModelTable<object> = {
  'black-forest-labs/flux-schnell': {
    name: 'FLUX.1 schnell',
    upstream: 'black-forest-labs/FLUX.1-schnell',
    endpoint: {
      ...ENDPOINT,
      pricing: [{ billable: 'output_image', unit: 'megapixel', usd: '0.0027' }],
    },
    wire: {},
    source: SOURCE,
    asOf: AS_OF,
  },
  'black-forest-labs/flux-1.1-pro': {
    name: 'FLUX.1.1 pro',
    upstream: 'black-forest-labs/FLUX.1.1-pro',
    endpoint: {
      ...ENDPOINT,
      maxImages: 1,
      pricing: [{ billable: 'output_image', unit: 'image', usd: '0.04' }],
    },
    wire: {},
    source: SOURCE,
    asOf: AS_OF,
  },
  'black-forest-labs/flux-kontext-pro': {
    name: 'FLUX.1 Kontext pro',
    upstream: 'black-forest-labs/FLUX.1-kontext-pro',
    endpoint: {
      ...ENDPOINT,
      maxImages: 1,
      maxReferences: 1,
      pricing: [{ billable: 'output_image', unit: 'image', usd: '0.04' }],
    },
    wire: {},
    source: SOURCE,
    asOf: AS_OF,
  },
};
