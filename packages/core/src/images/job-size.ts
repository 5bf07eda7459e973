import type { JobOutline } from './capability.ts';
import { ratioOf, TIER_PIXELS } from './geometry.ts';

const TIERS = Object.entries(TIER_PIXELS);

/** Returns the pixels of one image: a tier's longer side with the ratio, a 1K square by default. */
export function pixelsOf({ pixels, tier = '1K', aspectRatio = '1:1' }: JobOutline): number {
  if (pixels !== undefined) return pixels.width * pixels.height;
  const longer = TIERS.find(([name]) => name === tier)?.[1] ?? TIER_PIXELS['1K'];
  const ratio = ratioOf(aspectRatio);
  return Math.ceil((longer * longer) / Math.max(ratio, 1 / ratio));
}

/** Returns the requested tier, or the smallest that contains the requested pixels. */
export function tierOf({ pixels, tier }: JobOutline): string | undefined {
  if (pixels === undefined || tier !== undefined) return tier;
  const longer = Math.max(pixels.width, pixels.height);
  return (TIERS.find(([, side]) => side >= longer) ?? TIERS.at(-1))?.[0];
}
