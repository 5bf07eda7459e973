import type { House } from '../families/family.ts';
import { normalQuantile } from '../normal-quantile.ts';
import type { Era } from './era.ts';
import { PRICE_LISTS } from './price-lists.ts';
import type { Traits } from './traits.ts';

/**
 * The lengths that vendors offer, ascending, each as often as it is common. Observed: 262144 for a
 * sixth of all models, then 131072, 1000000, 128000, 1048576, 200000 and 400000; 8192 or less only
 * on models over two years old.
 */
const LENGTHS: Readonly<Record<House, Readonly<Record<Era, readonly number[]>>>> = {
  flagship: {
    recent: [128_000, 400_000, 400_000, 1_050_000, 1_050_000, 1_050_000],
    middle: [128_000, 200_000, 200_000, 200_000, 400_000, 400_000, 400_000, 400_000, 1_047_576],
    old: [4095, 8191, 16_385, 128_000, 128_000, 128_000, 128_000, 200_000],
  },
  assistant: {
    recent: [1_000_000],
    middle: [200_000, 200_000, 1_000_000],
    old: [200_000],
  },
  multimodal: {
    recent: [1_048_576],
    middle: [1_048_576],
    old: [1_000_000, 1_048_576],
  },
  cloud: {
    recent: [
      65_536, 128_000, 202_752, 256_000, 262_144, 262_144, 262_144, 262_144, 500_000, 1_000_000,
      1_000_000, 1_000_000, 1_000_000, 2_000_000,
    ],
    middle: [
      32_768, 81_920, 128_000, 131_072, 131_072, 200_000, 256_000, 262_144, 262_144, 1_000_000,
      1_000_000,
    ],
    old: [32_768, 128_000, 128_000, 128_000, 131_072, 300_000],
  },
  open: {
    recent: [
      131_072, 204_800, 256_000, 262_144, 262_144, 262_144, 262_144, 262_144, 262_144, 262_144,
      262_144, 262_144, 1_000_000, 1_048_576, 1_048_576,
    ],
    middle: [
      32_768, 65_536, 128_000, 131_072, 131_072, 131_072, 131_072, 131_072, 131_072, 163_840,
      163_840, 204_800, 256_000, 262_144, 262_144, 262_144, 262_144, 262_144, 262_144, 1_048_576,
    ],
    old: [8192, 16_384, 32_768, 32_768, 65_536, 131_072, 131_072, 131_072],
  },
  community: {
    recent: [131_072],
    middle: [32_768, 128_000, 131_072],
    old: [6144, 8192, 8192, 16_384, 32_768, 65_536, 131_072, 131_072],
  },
};

/** How much a model's size decides about its context, and how much its line does. */
const BY_SIZE = 0.4;

/**
 * A line keeps its place among its like, so that its context grows with every era. Small models
 * rarely have the longest.
 */
export function contextLengthOf({ house, releaseEra, line, product }: Traits): number {
  const { focus } = product.tier;
  if (focus === 'drawing') return releaseEra === 'recent' ? 131_072 : 65_536;
  if (focus === 'chat' && house === 'flagship') return 128_000;
  const lengths = LENGTHS[house][releaseEra];
  const [mean, deviation] = PRICE_LISTS[house].sizes;
  const bySize = (product.tier.size - mean) / deviation;
  const standing = normalQuantile(BY_SIZE * bySize + Math.sqrt(1 - BY_SIZE ** 2) * line.context);
  return lengths[Math.floor(Math.min(standing, 0.9999) * lengths.length)] ?? 131_072;
}
