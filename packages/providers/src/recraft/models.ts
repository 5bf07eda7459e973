import type { ImageEndpoint, PixelTable } from '@model-gateway/core';
import type { ModelRow, ModelTable } from '../options/model-table.ts';

const SOURCE = 'recraft.ai/docs, API reference and pricing';
const AS_OF = '2026-11-20';

/** Sizes with their transposed ones. */
function bothWays(sizes: string): PixelTable {
  const turned = sizes.split(' ').flatMap((size) => [size, size.split('x').toReversed().join('x')]);
  return { sizes: [...new Set(turned)] };
}

const SIZES_OF_1K = bothWays('1024x1024 1216x896 1280x832 1152x896 1280x896 1344x768 1536x768');
const SIZES_OF_2K = bothWays(
  '2048x2048 2432x1792 2304x1792 2560x1664 2560x1792 2688x1536 3072x1536',
);
const SIZES_OF_V3 = bothWays(
  '1024x1024 1365x1024 1536x1024 1820x1024 2048x1024 1434x1024 1280x1024 1707x1024',
);

const ENDPOINT: Omit<ImageEndpoint, 'pricing'> = {
  aspectRatios: '1:1 2:1 1:2 3:2 2:3 4:3 3:4 5:4 4:5 16:9 9:16'.split(' '),
  tiers: ['1K'],
  pixels: SIZES_OF_1K,
  formats: ['webp', 'png'],
  maxImages: 6,
  maxReferences: 1,
  seed: true,
  compression: false,
  streams: false,
  passthrough: new Set([
    'style',
    'style_id',
    'substyle',
    'negative_prompt',
    'controls',
    'text_layout',
    'strength',
  ]),
};

function row(
  upstream: string,
  name: string,
  usd: string,
  changes: Partial<ImageEndpoint> = {},
): ModelRow<object> {
  const pricing = [{ billable: 'output_image', unit: 'image', usd }] as const;
  const facts = { wire: {}, source: SOURCE, asOf: AS_OF };
  return { name, upstream, endpoint: { ...ENDPOINT, pricing, ...changes }, ...facts };
}

const PRO: Partial<ImageEndpoint> = { tiers: ['2K'], pixels: SIZES_OF_2K };
const VECTOR: Partial<ImageEndpoint> = { formats: ['svg'] };

/** What Recraft's models can do and cost; each answer states its exact cost. */
export const RECRAFT_MODELS: ModelTable<object> = {
  'recraft/recraft-v4.1': row('recraftv4_1', 'Recraft V4.1', '0.035'),
  'recraft/recraft-v4.1-vector': row('recraftv4_1_vector', 'Recraft V4.1 Vector', '0.08', VECTOR),
  'recraft/recraft-v4.1-pro': row('recraftv4_1_pro', 'Recraft V4.1 Pro', '0.21', PRO),
  'recraft/recraft-v4.1-flash': row('recraftv4_1_flash', 'Recraft V4.1 Flash', '0.007'),
  'recraft/recraft-v4': row('recraftv4', 'Recraft V4', '0.04'),
  'recraft/recraft-v3': row('recraftv3', 'Recraft V3', '0.04', { pixels: SIZES_OF_V3 }),
  'recraft/recraft-v2': row('recraftv2', 'Recraft V2', '0.022'),
};
