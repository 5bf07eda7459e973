import type { ImageEndpoint } from '@model-gateway/core';
import {
  ASPECT_RATIOS,
  FLAG,
  isJsonObject,
  listOf,
  matching,
  numberFrom,
  OBJECT,
  oneOf,
  TEXT,
  wholeFrom,
  type ValueRule,
} from '@model-gateway/core/kit';
import { checkMembers } from './check-members.ts';
import { checkPrices, TIER } from './check-prices.ts';

/** Throws `TypeError` for members of an endpoint that a gateway could not work with. */
export function checkEndpoint(place: string, endpoint: unknown): void {
  const { pricing, pixels } = checkMembers(place, endpoint, MEMBERS);
  if (pricing !== undefined) checkPrices(`${place}.pricing`, pricing);
  if (pixels === undefined) return;
  const isTable = isJsonObject(pixels) && 'sizes' in pixels;
  if (isTable) checkMembers(`${place}.pixels`, pixels, TABLE);
  else checkMembers(`${place}.pixels`, pixels, BOUNDS, ['min', 'max']);
}

const MEMBERS: Readonly<Record<keyof ImageEndpoint, ValueRule>> = {
  aspectRatios: listOf(oneOf(...ASPECT_RATIOS), 'a list of ratios such as 16:9'),
  tiers: listOf(TIER, 'a list of 512, 1K, 2K and 4K'),
  pixels: OBJECT,
  pixelsByArea: FLAG,
  formats: listOf(oneOf('png', 'jpeg', 'webp', 'svg'), 'a list of png, jpeg, webp and svg'),
  qualities: listOf(TEXT),
  backgrounds: listOf(TEXT),
  maxImages: wholeFrom(1),
  maxReferences: wholeFrom(0),
  minReferences: wholeFrom(0),
  maxReferenceBytes: wholeFrom(1),
  seed: FLAG,
  compression: FLAG,
  streams: FLAG,
  passthrough: {
    must: "a Set of parameter names, such as new Set(['style'])",
    holds: (value) => value instanceof Set && [...value].every(TEXT.holds),
  },
  pricing: { must: 'a list of prices', holds: Array.isArray },
  maxTokensPerImage: wholeFrom(1),
  isZeroRetention: FLAG,
  throughput: numberFrom(0),
  latency: numberFrom(0),
};

const TABLE: Readonly<Record<string, ValueRule>> = {
  sizes: listOf(matching(/^\d+x\d+$/, 'a size'), 'a list of sizes such as 1536x1024'),
};

const BOUNDS: Readonly<Record<string, ValueRule>> = {
  min: wholeFrom(1),
  max: wholeFrom(1),
  multipleOf: wholeFrom(1),
  minArea: wholeFrom(1),
  maxArea: wholeFrom(1),
  maxRatio: numberFrom(1),
};
