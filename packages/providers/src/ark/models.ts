import type { ImageEndpoint, ImagePrice, PixelBounds } from '@model-gateway/core';
import type { ModelRow, ModelTable } from '../options/model-table.ts';

/** Where models of Ark differ. */
export interface ArkWire {
  /** Whether `output_format` is accepted; older models answer 400. */
  readonly hasFormat: boolean;
}

const SOURCE = 'docs.byteplus.com, ModelArk image generation and pricing';
const AS_OF = '2026-11-20';

const ENDPOINT: Omit<ImageEndpoint, 'pricing' | 'pixels'> = {
  aspectRatios:
    '1:1 1:2 1:4 1:8 2:1 2:3 3:2 3:4 4:1 4:3 4:5 5:4 8:1 9:16 16:9 9:20 20:9 9:21 21:9'.split(' '),
  tiers: ['1K', '2K'],
  pixelsByArea: true,
  formats: ['jpeg', 'png'],
  maxImages: 1,
  maxReferences: 14,
  maxReferenceBytes: 10_000_000,
  seed: false,
  compression: false,
  streams: false,
  passthrough: new Set(['optimize_prompt_options', 'background']),
};

function bounds(minArea: number, maxArea: number): PixelBounds {
  return { min: 240, max: 16_384, minArea, maxArea, maxRatio: 16 };
}

const perImage = (usd: string): ImagePrice => ({ billable: 'output_image', unit: 'image', usd });

function row(
  upstream: string,
  name: string,
  hasFormat: boolean,
  endpoint: ImageEndpoint,
): ModelRow<ArkWire> {
  const formats = hasFormat ? endpoint.formats : (['jpeg'] as const);
  const facts = { wire: { hasFormat }, source: SOURCE, asOf: AS_OF, released: dayIn(upstream) };
  return { name, upstream, endpoint: { ...endpoint, formats }, ...facts };
}

/** BytePlus ends the names of models in the day of their release: `-261028` is 28 October 2026. */
function dayIn(upstream: string): string {
  return upstream.replace(/^.*-(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3');
}

/** What the Seedream models on Ark can do and cost. */
export const ARK_MODELS: ModelTable<ArkWire> = {
  'bytedance/seedream-5.5': row('seedream-5-5-261028', 'ByteDance: Seedream 5.5', true, {
    ...ENDPOINT,
    pixels: bounds(921_600, 4_194_304),
    pricing: [
      perImage('0.035'),
      { ...perImage('0.02'), when: { maxPixels: 2_600_000 } },
      { billable: 'input_image', unit: 'image', usd: '0.008' },
    ],
  }),
  'bytedance/seedream-5.0-pro': {
    ...row('dola-seedream-5-0-pro-260628', 'ByteDance: Seedream 5.0 Pro', true, {
      ...ENDPOINT,
      maxReferences: 10,
      pixels: bounds(921_600, 4_190_000),
      pricing: [perImage('0.09'), { ...perImage('0.045'), when: { maxPixels: 2_360_000 } }],
    }),
    uncertainPrice: 'from a secondary source',
  },
  'bytedance/seedream-5.0': row('seedream-5-0-260128', 'ByteDance: Seedream 5.0', true, {
    ...ENDPOINT,
    tiers: ['2K'],
    pixels: bounds(3_686_400, 10_404_496),
    pricing: [perImage('0.035')],
  }),
  'bytedance/seedream-4.5': row('seedream-4-5-251128', 'ByteDance: Seedream 4.5', false, {
    ...ENDPOINT,
    tiers: ['2K', '4K'],
    pixels: bounds(3_686_400, 16_777_216),
    pricing: [perImage('0.04')],
  }),
  'bytedance/seedream-4.0': row('seedream-4-0-250828', 'ByteDance: Seedream 4.0', false, {
    ...ENDPOINT,
    tiers: ['1K', '2K', '4K'],
    pixels: bounds(921_600, 16_777_216),
    pricing: [perImage('0.03')],
  }),
};
