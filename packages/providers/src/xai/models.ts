import type { ImageEndpoint } from '@model-gateway/core';
import type { ModelTable } from '../options/model-table.ts';

const SOURCE = 'docs.x.ai; Portkey-AI/models and models.dev for prices';
const AS_OF = '2026-11-20';

const ENDPOINT: Omit<ImageEndpoint, 'pricing'> = {
  aspectRatios: '1:1 16:9 9:16 4:3 3:4 3:2 2:3 2:1 1:2 19.5:9 9:19.5 20:9 9:20'.split(' '),
  tiers: ['1K', '2K'],
  formats: ['jpeg'],
  maxImages: 10,
  maxReferences: 3,
  seed: false,
  compression: false,
  streams: false,
  passthrough: new Set(['user', 'service_tier']),
};

const facts = { wire: {}, source: SOURCE, asOf: AS_OF };

/** What xAI's image models can do and cost; each answer states its exact cost. */
export const XAI_MODELS: ModelTable<object> = {
  'x-ai/grok-imagine-image-2.0': {
    ...facts,
    name: 'xAI: Grok Imagine Image 2.0',
    uncertainPrice: 'inferred from its predecessor',
    upstream: 'grok-imagine-image-2.0',
    endpoint: {
      ...ENDPOINT,
      qualities: ['low', 'medium'],
      pricing: [
        { billable: 'output_image', unit: 'image', usd: '0.06' },
        { billable: 'output_image', unit: 'image', usd: '0.08', when: { tier: '2K' } },
        { billable: 'output_image', unit: 'image', usd: '0.04', when: { quality: 'low' } },
        {
          billable: 'output_image',
          unit: 'image',
          usd: '0.06',
          when: { tier: '2K', quality: 'low' },
        },
      ],
    },
  },
  'x-ai/grok-imagine-image-quality': {
    ...facts,
    name: 'xAI: Grok Imagine Image Quality',
    uncertainPrice: 'inferred for 2K',
    upstream: 'grok-imagine-image-quality',
    endpoint: {
      ...ENDPOINT,
      pricing: [
        { billable: 'output_image', unit: 'image', usd: '0.05' },
        { billable: 'output_image', unit: 'image', usd: '0.07', when: { tier: '2K' } },
      ],
    },
  },
  'x-ai/grok-imagine-image': {
    ...facts,
    name: 'xAI: Grok Imagine Image',
    upstream: 'grok-imagine-image',
    endpoint: {
      ...ENDPOINT,
      pricing: [{ billable: 'output_image', unit: 'image', usd: '0.02' }],
    },
  },
};
