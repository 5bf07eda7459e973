import type { ImageEndpoint } from '@model-gateway/core';
import type { ModelRow, ModelTable } from '../options/model-table.ts';

/** How a model on Replicate names its inputs; each has its own. */
export interface ReplicateWire {
  readonly shape: 'aspect_ratio' | 'width-height';
  /** The input of the number of images. */
  readonly count?: string;
  /** The input of the references: a single one, or a list. */
  readonly references?: { readonly input: string; readonly isList: boolean };
  readonly hasFormat: boolean;
  /** Whether it has `output_quality`. */
  readonly hasCompression?: boolean;
}

const SOURCE = 'replicate.com, pages of the models';
const AS_OF = '2026-11-20';

const ENDPOINT: Omit<ImageEndpoint, 'pricing'> = {
  aspectRatios: '1:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 9:21 21:9'.split(' '),
  formats: ['webp', 'jpeg', 'png'],
  maxImages: 1,
  maxReferences: 0,
  seed: true,
  compression: true,
  streams: false,
  passthrough: new Set(['safety_tolerance', 'prompt_upsampling', 'disable_safety_checker']),
};

function row(
  upstream: string,
  name: string,
  wire: ReplicateWire,
  usd: string,
  changes: Partial<ImageEndpoint> = {},
): ModelRow<ReplicateWire> {
  const pricing = [{ billable: 'output_image', unit: 'image', usd }] as const;
  const endpoint = { ...ENDPOINT, pricing, ...changes };
  return { name, upstream, endpoint, wire, source: SOURCE, asOf: AS_OF };
}

const COMMON: ReplicateWire = { shape: 'aspect_ratio', hasFormat: true, hasCompression: true };

/** What some image models on Replicate can do and cost; the API states no prices. */
export const REPLICATE_MODELS: ModelTable<ReplicateWire> = {
  'black-forest-labs/flux-schnell': row(
    'black-forest-labs/flux-schnell',
    'FLUX.1 schnell',
    { ...COMMON, count: 'num_outputs' },
    '0.003',
    { maxImages: 4 },
  ),
  'black-forest-labs/flux-dev': row(
    'black-forest-labs/flux-dev',
    'FLUX.1 dev',
    { ...COMMON, count: 'num_outputs' },
    '0.025',
    { maxImages: 4 },
  ),
  'black-forest-labs/flux-1.1-pro': row(
    'black-forest-labs/flux-1.1-pro',
    'FLUX.1.1 pro',
    COMMON,
    '0.04',
  ),
  'black-forest-labs/flux-kontext-pro': row(
    'black-forest-labs/flux-kontext-pro',
    'FLUX.1 Kontext pro',
    {
      shape: 'aspect_ratio',
      hasFormat: true,
      references: { input: 'input_image', isList: false },
    },
    '0.04',
    { maxReferences: 1, compression: false, formats: ['png', 'jpeg'] },
  ),
};
