import type { Faker } from '@faker-js/faker';
import type { Model } from '@model-gateway/core';
import { chance, type Draws } from '../draws.ts';
import type { House } from '../families/family.ts';
import type { Era } from './era.ts';
import type { Traits } from './traits.ts';

/** Observed: null for an eighth; the most common values are those of the largest vendors. */
const MAX_COMPLETIONS: Readonly<Record<House, Readonly<Record<Era, readonly (number | null)[]>>>> =
  {
    flagship: {
      recent: [128_000, 128_000, 128_000, 128_000, 128_000, 16_384],
      middle: [128_000, 128_000, 128_000, 128_000, 100_000, 100_000, 100_000, 32_768],
      old: [4096, 4096, 4096, 16_384, 16_384],
    },
    assistant: { recent: [128_000], middle: [64_000, 64_000, 32_000], old: [4096, 8192] },
    multimodal: {
      recent: [65_536, 65_536, 65_536, 65_536, 32_768],
      middle: [65_535, 65_535, 65_536, 32_768],
      old: [8192],
    },
    cloud: {
      recent: [
        65_536,
        65_536,
        65_536,
        65_536,
        131_072,
        131_072,
        32_768,
        32_768,
        80_000,
        8192,
        null,
        null,
        null,
      ],
      middle: [
        32_768,
        32_768,
        32_768,
        8000,
        65_536,
        128_000,
        64_000,
        40_000,
        null,
        null,
        null,
        null,
      ],
      old: [4000, 4000, 5120, 5120, null],
    },
    open: {
      recent: [
        262_144,
        262_144,
        262_144,
        262_144,
        131_072,
        131_072,
        65_536,
        65_536,
        32_768,
        32_768,
        16_384,
        384_000,
        null,
      ],
      middle: [
        32_768,
        32_768,
        32_768,
        32_768,
        16_384,
        16_384,
        16_384,
        131_072,
        131_072,
        65_536,
        65_536,
        8192,
        8192,
        128_000,
        100_352,
        262_144,
        null,
        null,
      ],
      old: [16_384, 16_384, 16_384, 32_768, 32_768, 131_072, 131_072, 2048, null],
    },
    community: {
      recent: [32_768],
      middle: [32_768, 8192, 131_072, null],
      old: [16_384, 16_384, 16_384, 2048, 4096, 65_536],
    },
  };

/** Observed: moderation is a vendor's policy, not a model's property. */
const MODERATED: Readonly<Record<House, number>> = {
  flagship: 0.8,
  assistant: 0.94,
  multimodal: 0,
  cloud: 0.14,
  open: 0.01,
  community: 0,
};

export interface Limits {
  readonly top_provider: Model['top_provider'];
  readonly per_request_limits: Model['per_request_limits'];
}

/**
 * Observed: the best provider offers the model's whole context in 88 % of all cases, less in 10 %,
 * and says nothing in 2 %. Limits per request are null throughout; a few have them here, so that
 * clients meet one.
 */
export function limitsOf(
  traits: Traits,
  contextLength: number,
  index: number,
  draws: Draws,
): Limits {
  const faker = draws('limits', index);
  const longest = faker.helpers.arrayElement(MAX_COMPLETIONS[traits.house][traits.releaseEra]);
  const offered = offeredContext(contextLength, faker);
  const limited = chance(faker, 0.015);
  // Observed: 4 or 5 of 340 list a completion limit above their context.
  const isUntidy = chance(faker, 0.12);
  return {
    top_provider: {
      context_length: offered,
      max_completion_tokens:
        longest === null || isUntidy ? longest : Math.min(longest, contextLength),
      is_moderated: chance(faker, MODERATED[traits.house]),
    },
    per_request_limits: limited
      ? { prompt_tokens: Math.floor(contextLength / 2), completion_tokens: 4096 }
      : null,
  };
}

function offeredContext(contextLength: number, faker: Faker): number | null {
  const quantile = faker.number.float();
  if (quantile < 0.02) return null;
  return quantile < 0.12 ? Math.floor(contextLength / 2) : contextLength;
}
