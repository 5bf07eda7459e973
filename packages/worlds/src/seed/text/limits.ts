import type { Model } from '@model-gateway/core';
import { chance, type Draws } from '../draws/draws.ts';
import type { House } from '../families/family.ts';
import { habitsOf } from '../habits/habits-of.ts';
import type { LimitPair } from '../habits/vendor-habits.ts';
import { valueAt, type Weighted } from '../draws/weighted.ts';
import type { Era } from '../dates/era.ts';
import type { Traits } from './traits.ts';

/** Share of models whose best provider offers less than their context: only of those that others host. */
const SHORTENED: Readonly<Record<Era, number>> = { recent: 0.2, middle: 0.4, old: 0.15 };
const HOSTED: readonly House[] = ['open', 'community'];

/** What hosts offer of a context that they shorten; all of it where nothing else was observed. */
const OFFERED_NOW: Offers = {
  204_800: [
    [196_608, 2],
    [200_000, 1],
  ],
  262_144: [[256_000, 1]],
  512_288: [[262_144, 1]],
  1_000_000: [[262_144, 1]],
  1_048_576: [[524_288, 1]],
  1_050_000: [[1_048_576, 1]],
};
const OFFERED_BEFORE: Offers = {
  8192: [[4096, 1]],
  131_072: [[40_960, 1]],
  163_840: [
    [131_072, 1],
    [128_000, 1],
    [64_000, 1],
  ],
  204_800: [[202_752, 1]],
  256_000: [[131_072, 1]],
  262_144: [
    [131_072, 6],
    [128_000, 1],
    [160_000, 1],
  ],
  1_048_576: [[163_840, 1]],
  1_310_720: [[327_680, 1]],
};

type Offers = Readonly<Record<number, readonly Weighted<number>[]>>;

/** Observed: the best provider offers the model's whole context in 90 % of all cases. */
export function limitsOf(
  traits: Traits,
  [contextLength, longest]: LimitPair,
  index: number,
  draws: Draws,
): Model['top_provider'] {
  const { sheet } = traits;
  if (sheet !== undefined) {
    return {
      context_length: sheet.limits[2] ?? contextLength,
      max_completion_tokens: longest,
      is_moderated: sheet.moderated ?? false,
    };
  }
  const faker = draws('limits', index);
  const { house, era } = traits;
  const isShortened = HOSTED.includes(house) && chance(faker, SHORTENED[era]);
  const share = faker.number.float();
  const shorter = (era === 'recent' ? OFFERED_NOW : OFFERED_BEFORE)[contextLength];
  const offered = isShortened && shorter ? valueAt(shorter, share) : contextLength;
  const isCut = offered < contextLength;
  return {
    context_length: offered,
    // As vendors publish them: a few completion limits are above the context.
    max_completion_tokens: isCut && longest !== null ? Math.min(longest, offered) : longest,
    is_moderated: traits.siblings.moderated < habitsOf(traits.product.family).moderated,
  };
}
