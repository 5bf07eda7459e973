import type { ImageEndpoint } from '@model-gateway/core';
import type { ModelRow, ModelTable } from '../options/model-table.ts';

/** Which endpoint makes a model's images. */
export interface StabilityWire {
  readonly service: 'ultra' | 'core' | 'sd3';
  /** How far an image may be from its reference, 0 to 1, where the client does not say. */
  readonly strength: number;
}

const SOURCE = 'platform.stability.ai, API reference v2beta and pricing';
const AS_OF = '2026-11-20';

const ENDPOINT: Omit<ImageEndpoint, 'pricing'> = {
  aspectRatios: '21:9 16:9 3:2 5:4 1:1 4:5 2:3 9:16 9:21'.split(' '),
  formats: ['png', 'jpeg', 'webp'],
  maxImages: 1,
  maxReferences: 1,
  // Of the whole request.
  maxReferenceBytes: 10_000_000,
  seed: true,
  compression: false,
  streams: false,
  passthrough: new Set(['negative_prompt', 'style_preset', 'strength', 'cfg_scale']),
};

function row(
  upstream: string,
  name: string,
  wire: StabilityWire,
  usd: string,
  maxReferences = 1,
): ModelRow<StabilityWire> {
  const pricing = [{ billable: 'output_image', unit: 'image', usd }] as const;
  const endpoint = { ...ENDPOINT, maxReferences, pricing };
  return { name, upstream, endpoint, wire, source: SOURCE, asOf: AS_OF };
}

const SD3: StabilityWire = { service: 'sd3', strength: 0.5 };

/** What Stability's models can do and cost. */
export const STABILITY_MODELS: ModelTable<StabilityWire> = {
  'stability/stable-image-ultra': row(
    'ultra',
    'Stable Image Ultra',
    { service: 'ultra', strength: 0.5 },
    '0.08',
  ),
  'stability/stable-image-core': row(
    'core',
    'Stable Image Core',
    { service: 'core', strength: 0.5 },
    '0.03',
    0,
  ),
  'stability/sd3.5-large': row('sd3.5-large', 'Stable Diffusion 3.5 Large', SD3, '0.065'),
  'stability/sd3.5-large-turbo': row(
    'sd3.5-large-turbo',
    'Stable Diffusion 3.5 Large Turbo',
    SD3,
    '0.04',
  ),
  'stability/sd3.5-medium': row('sd3.5-medium', 'Stable Diffusion 3.5 Medium', SD3, '0.035'),
  'stability/sd3.5-flash': row(
    'sd3.5-flash',
    'Stable Diffusion 3.5 Flash',
    { service: 'sd3', strength: 0.95 },
    '0.025',
  ),
};
