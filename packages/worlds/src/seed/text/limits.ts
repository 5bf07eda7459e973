import type { Faker } from '@faker-js/faker';
import type { Model } from '@model-gateway/core';
import { chance, type Draws } from '../draws/draws.ts';
import type { House } from '../families/family.ts';
import { habitsOf } from '../habits/habits-of.ts';
import type { LimitPair } from '../habits/vendor-habits.ts';
import { valueAt, type Weighted } from '../draws/weighted.ts';
import type { Traits } from './traits.ts';

/** Share of models whose best provider offers less than their context: only of those that others host. */
const SHORTENED: Readonly<Record<House, number>> = {
  flagship: 0,
  assistant: 0,
  multimodal: 0,
  cloud: 0,
  open: 0.32,
  community: 0.06,
};

/** What hosts offer of a context that they shorten; all of it where nothing else was observed. */
const OFFERED: Readonly<Record<number, readonly Weighted<number>[]>> = {
  8192: [[4096, 1]],
  131_072: [
    [40_960, 2],
    [65_536, 1],
  ],
  163_840: [
    [131_072, 1],
    [128_000, 1],
    [64_000, 1],
  ],
  204_800: [
    [196_608, 2],
    [202_752, 2],
    [200_000, 1],
  ],
  262_144: [
    [131_072, 6],
    [256_000, 3],
    [128_000, 1],
    [160_000, 1],
  ],
  512_288: [[262_144, 1]],
  1_000_000: [
    [262_144, 1],
    [200_000, 1],
  ],
  1_048_576: [
    [524_288, 2],
    [163_840, 1],
  ],
  1_050_000: [[1_048_576, 1]],
  1_310_720: [[327_680, 1]],
};

/** Observed: the best provider offers the model's whole context in 90 % of all cases. */
export function limitsOf(
  traits: Traits,
  [contextLength, longest]: LimitPair,
  index: number,
  draws: Draws,
): Model['top_provider'] {
  const faker = draws('limits', index);
  const offered = offeredOf(contextLength, chance(faker, SHORTENED[traits.house]), faker);
  const isCut = offered < contextLength;
  return {
    context_length: offered,
    // As vendors publish them: a few completion limits are above the context.
    max_completion_tokens: isCut && longest !== null ? Math.min(longest, offered) : longest,
    is_moderated: chance(faker, habitsOf(traits.product.family).moderated),
  };
}

function offeredOf(contextLength: number, isShortened: boolean, faker: Faker): number {
  const share = faker.number.float();
  const shorter = OFFERED[contextLength];
  return isShortened && shorter !== undefined ? valueAt(shorter, share) : contextLength;
}
