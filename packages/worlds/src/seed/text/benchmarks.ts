import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { resultIn, type Contest } from '../contest.ts';
import { chance, type Draws } from '../draws.ts';
import type { Focus } from '../families/family.ts';
import type { Era } from './era.ts';
import { externalIndexOf } from './external-index.ts';
import type { Traits } from './traits.ts';

type Ranking = Benchmarks['design_ranking'];

/** Contests between models alone, as observed. */
const MODEL_CONTESTS: readonly Contest[] = [
  { arena: 'models', category: 'website' },
  { arena: 'models', category: 'codecategories' },
  { arena: 'models', category: 'dataviz' },
  { arena: 'models', category: 'gamedev' },
  { arena: 'models', category: 'uicomponent' },
  { arena: 'models', category: '3d' },
  { arena: 'models', category: 'svg' },
  { arena: 'models', category: 'asciiart' },
];

/** Contests between models that drive an agent, for the better ones only. */
const AGENT_CONTESTS: readonly Contest[] = [
  { arena: 'agents', category: 'webapps' },
  { arena: 'agents', category: 'fullstack' },
  { arena: 'agents', category: 'mobileapps' },
  { arena: 'agents', category: 'androidnative' },
  { arena: 'agents', category: 'godotgamedev' },
  { arena: 'agents', category: 'htmlslides' },
];

/** Contests between models that draw, those that put out nothing else included. */
export const DRAWING_CONTESTS: readonly Contest[] = [
  { arena: 'models', category: 'graphicdesign' },
  { arena: 'models', category: 'image' },
  { arena: 'models', category: 'logo' },
];

/**
 * Observed: recent models have an index more often than not, older ones contests instead, and half
 * of the catalog has neither. Cumulative shares.
 */
const ATTENTION: Readonly<Record<Era, Readonly<Record<'index' | 'both' | 'contests', number>>>> = {
  recent: { index: 0.23, both: 0.56, contests: 0.67 },
  middle: { index: 0.12, both: 0.32, contests: 0.6 },
  old: { index: 0.18, both: 0.18, contests: 0.23 },
};

const UNMEASURED: readonly Focus[] = ['guard', 'roleplay', 'search', 'voice'];

/** Returns undefined for models without measurements. */
export function benchmarksOf(traits: Traits, index: number, draws: Draws): Benchmarks | undefined {
  const { focus } = traits.product.tier;
  if (traits.house === 'community' || UNMEASURED.includes(focus)) return undefined;
  const faker = draws('benchmarks', index);
  const { index: indexOnly, both, contests } = ATTENTION[traits.era];
  const quantile = faker.number.float();
  const indexed = quantile < both && focus !== 'drawing';
  const ranked = quantile >= indexOnly && quantile < contests;
  if (!indexed && !ranked) return undefined;
  return {
    design_ranking: ranked ? rankingOf(traits, faker) : [],
    ...(indexed && { external_index: externalIndexOf(traits, faker) }),
  };
}

/** Observed: 5 to 8 contests for most, 11 to 21 for the best; a few have one or two. */
function rankingOf({ intelligence, product }: Traits, faker: Faker): Ranking {
  const skill = (intelligence - 26) / 14;
  if (product.tier.focus === 'drawing') return enter(DRAWING_CONTESTS, 0.8, skill, faker);
  const eager = chance(faker, 0.15) ? 0.3 : 0.9;
  const alone = enter(MODEL_CONTESTS, eager, skill, faker);
  return skill > -0.2 && chance(faker, 0.65)
    ? [...alone, ...enter(AGENT_CONTESTS, 0.8, skill, faker)]
    : alone;
}

/** Takes part in each contest with this probability, and in the first at any rate. */
export function enter(
  contests: readonly Contest[],
  probability: number,
  skill: number,
  faker: Faker,
): Ranking {
  return contests
    .filter((_, position) => chance(faker, probability) || position === 0)
    .map((contest) => resultIn(contest, skill, faker));
}
