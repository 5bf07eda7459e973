import type { ImageEndpoint, ImageJob } from '@model-gateway/core';

/** In pixels, whole and at least 1. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The longer side of each tier, in pixels. Source: contract §4.2. */
const LONGER_SIDE: Readonly<Record<string, number>> = {
  '512': 512,
  '1K': 1024,
  '2K': 2048,
  '4K': 4096,
};

/**
 * Returns the size of every image of a job: the pixels it names, or else the tier's longer side and the
 * ratio's shorter one, both rounded to the endpoint's `multipleOf`. The tier is 1K and the ratio
 * 1:1 unless given. Not specified ("pixel dimensions derived per provider", contract §4).
 */
export function sizeOf(
  { pixels, tier = '1K', aspectRatio = '1:1' }: Pick<ImageJob, 'pixels' | 'tier' | 'aspectRatio'>,
  endpoint: Pick<ImageEndpoint, 'pixels'>,
): Size {
  if (pixels !== undefined) return pixels;
  const longer = LONGER_SIDE[tier] ?? 1024;
  const [across, down] = sharesOf(aspectRatio);
  const limits = endpoint.pixels;
  const step = limits !== undefined && 'multipleOf' in limits ? (limits.multipleOf ?? 1) : 1;
  const side = (share: number) =>
    Math.max(step, Math.round((longer * share) / Math.max(across, down) / step) * step);
  return { width: side(across), height: side(down) };
}

/** Reads `19.5:9` as [19.5, 9]; `auto`, and text that is not a ratio, gives a square. */
function sharesOf(ratio: string): readonly [across: number, down: number] {
  const match = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(ratio);
  return match === null ? [1, 1] : [Number(match[1]), Number(match[2])];
}
