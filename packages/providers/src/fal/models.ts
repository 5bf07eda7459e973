import type { ImageEndpoint, ImagePrice } from '@model-gateway/core';
import type { ModelRow, ModelTable } from '../options/model-table.ts';

/** How a model on fal names its parameters; each has its own. */
export interface FalWire {
  /** `image_size` is pixels or a named shape. */
  readonly shape: 'image_size' | 'aspect_ratio';
  /** The parameter of the tier, where there is one. */
  readonly tier?: string;
  /** The parameter of the number of images. */
  readonly count?: string;
  /** The parameter of the references: one, or a list. */
  readonly references?: 'image_url' | 'image_urls';
  readonly hasFormat: boolean;
}

const SOURCE = 'api.fal.ai/v1/models/pricing and the pages of the models';
const AS_OF = '2026-11-20';

const ENDPOINT: Omit<ImageEndpoint, 'pricing'> = {
  aspectRatios: '1:1 2:3 3:2 3:4 4:3 9:16 16:9 9:21 21:9'.split(' '),
  formats: ['jpeg', 'png'],
  maxImages: 4,
  maxReferences: 0,
  seed: true,
  compression: false,
  streams: false,
  passthrough: new Set([
    'enable_safety_checker',
    'safety_tolerance',
    'guidance_scale',
    'num_inference_steps',
  ]),
};

const BY_PIXELS: Pick<ImageEndpoint, 'tiers' | 'pixels' | 'pixelsByArea'> = {
  tiers: ['512', '1K'],
  pixels: { min: 256, max: 2048, multipleOf: 16, maxArea: 2_097_152 },
  pixelsByArea: true,
};

const SIZED: FalWire = { shape: 'image_size', count: 'num_images', hasFormat: true };

const perMegapixel = (usd: string): readonly ImagePrice[] => [
  { billable: 'output_image', unit: 'megapixel', usd },
];
const perImage = (usd: string): readonly ImagePrice[] => [
  { billable: 'output_image', unit: 'image', usd },
];

function row(
  upstream: string,
  name: string,
  wire: FalWire,
  changes: Partial<ImageEndpoint> & Pick<ImageEndpoint, 'pricing'>,
): ModelRow<FalWire> {
  const endpoint = { ...ENDPOINT, ...changes };
  return { name, upstream, endpoint, wire, source: SOURCE, asOf: AS_OF };
}

/** What some image models on fal can do and cost. */
export const FAL_MODELS: ModelTable<FalWire> = {
  'black-forest-labs/flux-schnell': row('fal-ai/flux/schnell', 'FLUX.1 schnell', SIZED, {
    ...BY_PIXELS,
    pricing: perMegapixel('0.003'),
  }),
  'black-forest-labs/flux-dev': row('fal-ai/flux/dev', 'FLUX.1 dev', SIZED, {
    ...BY_PIXELS,
    pricing: perMegapixel('0.025'),
  }),
  'black-forest-labs/flux-1.1-pro': row('fal-ai/flux-pro/v1.1', 'FLUX.1.1 pro', SIZED, {
    ...BY_PIXELS,
    pricing: perMegapixel('0.04'),
  }),
  'black-forest-labs/flux-1.1-pro-ultra': row(
    'fal-ai/flux-pro/v1.1-ultra',
    'FLUX.1.1 pro ultra',
    { shape: 'aspect_ratio', count: 'num_images', hasFormat: true },
    { pricing: perImage('0.06') },
  ),
  'black-forest-labs/flux-kontext-pro': row(
    'fal-ai/flux-pro/kontext',
    'FLUX.1 Kontext pro',
    { shape: 'aspect_ratio', count: 'num_images', references: 'image_url', hasFormat: true },
    { minReferences: 1, maxReferences: 1, pricing: perImage('0.04') },
  ),
};
