import type { ImageEndpoint, ImagePrice } from '@model-gateway/core';
import type { ModelRow, ModelTable } from '../options/model-table.ts';

/** Which of the three generations of requests a model takes. */
export interface BflWire {
  readonly request: 'flux-2' | 'flux-3' | 'pixels' | 'kontext' | 'ultra';
}

const SOURCE = 'docs.bfl.ai, pricing';
const AS_OF = '2026-11-20';
const RATIOS = '1:1 1:2 2:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 9:21 21:9'.split(' ');

const FLUX_2: Omit<ImageEndpoint, 'pricing'> = {
  aspectRatios: RATIOS,
  tiers: ['512', '1K', '2K'],
  pixels: { min: 64, max: 4096, multipleOf: 16, maxArea: 4_194_304 },
  pixelsByArea: true,
  formats: ['jpeg', 'png', 'webp'],
  maxImages: 1,
  maxReferences: 8,
  maxReferenceBytes: 20_000_000,
  seed: true,
  compression: false,
  streams: false,
  passthrough: new Set(['safety_tolerance']),
};

const FLUX_3: Omit<ImageEndpoint, 'pricing'> = {
  aspectRatios: RATIOS,
  tiers: ['1K', '2K', '4K'],
  formats: ['jpeg', 'png', 'webp'],
  maxImages: 1,
  maxReferences: 10,
  maxReferenceBytes: 20_000_000,
  seed: false,
  compression: false,
  streams: false,
  passthrough: new Set(['grounding', 'safety_tolerance']),
};

const KONTEXT: Omit<ImageEndpoint, 'pricing'> = {
  aspectRatios: RATIOS,
  formats: ['png', 'jpeg'],
  maxImages: 1,
  maxReferences: 4,
  maxReferenceBytes: 20_000_000,
  seed: true,
  compression: false,
  streams: false,
  passthrough: new Set(['safety_tolerance', 'prompt_upsampling']),
};

/** USD of the first megapixel of the output, and of each further one, references included. */
function byMegapixel(first: string, further: string): readonly ImagePrice[] {
  return [
    { billable: 'output_image', unit: 'image', usd: first },
    { billable: 'output_image', unit: 'extra_megapixel', usd: further },
    { billable: 'input_image', unit: 'megapixel', usd: further },
  ];
}

const perImage = (usd: string): readonly ImagePrice[] => [
  { billable: 'output_image', unit: 'image', usd },
];

function row(
  upstream: string,
  name: string,
  request: BflWire['request'],
  endpoint: ImageEndpoint,
): ModelRow<BflWire> {
  return { name, upstream, endpoint, wire: { request }, source: SOURCE, asOf: AS_OF };
}

const FLEX = new Set(['safety_tolerance', 'guidance', 'steps', 'prompt_upsampling']);

/** What the models of Black Forest Labs can do and cost; each answer states its exact cost. */
export const BFL_MODELS: ModelTable<BflWire> = {
  'black-forest-labs/flux-2-pro': row('flux-2-pro', 'FLUX.2 pro', 'flux-2', {
    ...FLUX_2,
    pricing: byMegapixel('0.03', '0.015'),
  }),
  'black-forest-labs/flux-2-max': row('flux-2-max', 'FLUX.2 max', 'flux-2', {
    ...FLUX_2,
    pricing: byMegapixel('0.07', '0.03'),
  }),
  'black-forest-labs/flux-2-flex': {
    ...row('flux-2-flex', 'FLUX.2 flex', 'flux-2', {
      ...FLUX_2,
      passthrough: FLEX,
      pricing: byMegapixel('0.06', '0.06'),
    }),
    uncertainPrice: 'its pages say 0.05 and 0.06',
  },
  'black-forest-labs/flux-2-klein-4b': row('flux-2-klein-4b', 'FLUX.2 klein 4B', 'flux-2', {
    ...FLUX_2,
    maxReferences: 4,
    pricing: byMegapixel('0.014', '0.001'),
  }),
  'black-forest-labs/flux-2-klein-9b': row('flux-2-klein-9b', 'FLUX.2 klein 9B', 'flux-2', {
    ...FLUX_2,
    maxReferences: 4,
    pricing: byMegapixel('0.015', '0.002'),
  }),
  'black-forest-labs/flux-3-image': {
    ...row('flux-3-image', 'FLUX.3', 'flux-3', {
      ...FLUX_3,
      pricing: [
        { billable: 'output_image', unit: 'image', usd: '0.048' },
        { billable: 'output_image', unit: 'image', usd: '0.1', when: { tier: '2K' } },
        { billable: 'output_image', unit: 'image', usd: '0.607', when: { tier: '4K' } },
      ],
    }),
    uncertainPrice: 'from a secondary source',
  },
  'black-forest-labs/flux-kontext-pro': row('flux-kontext-pro', 'FLUX.1 Kontext pro', 'kontext', {
    ...KONTEXT,
    pricing: perImage('0.04'),
  }),
  'black-forest-labs/flux-kontext-max': row('flux-kontext-max', 'FLUX.1 Kontext max', 'kontext', {
    ...KONTEXT,
    pricing: perImage('0.08'),
  }),
  'black-forest-labs/flux-1.1-pro': row('flux-pro-1.1', 'FLUX.1.1 pro', 'pixels', {
    ...KONTEXT,
    formats: ['jpeg', 'png'],
    tiers: ['512', '1K'],
    pixels: { min: 256, max: 1440, multipleOf: 32 },
    pixelsByArea: true,
    maxReferences: 0,
    pricing: perImage('0.04'),
  }),
  'black-forest-labs/flux-1.1-pro-ultra': row('flux-pro-1.1-ultra', 'FLUX.1.1 pro ultra', 'ultra', {
    ...KONTEXT,
    formats: ['jpeg', 'png'],
    maxReferences: 1,
    passthrough: new Set(['safety_tolerance', 'prompt_upsampling', 'raw']),
    pricing: perImage('0.06'),
  }),
};
