import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { resultIn, type Contest } from '../contest.ts';
import { chance, type Draws } from '../draws.ts';
import type { Focus, House } from '../families/family.ts';
import { valueAt } from '../weighted.ts';
import { AGENT_PROGRAMMES, DRAWING_CONTESTS, MODEL_PROGRAMMES } from './contests.ts';
import type { Era } from './era.ts';
import { externalIndexOf } from './external-index.ts';
import type { Traits } from './traits.ts';

type Ranking = Benchmarks['design_ranking'];

/**
 * Observed: recent models have an index more often than not, older ones contests instead, and half
 * of the catalog has neither. Cumulative shares.
 */
const ATTENTION: Readonly<Record<Era, Readonly<Record<'index' | 'both' | 'contests', number>>>> = {
  recent: { index: 0.26, both: 0.57, contests: 0.67 },
  middle: { index: 0.14, both: 0.34, contests: 0.62 },
  old: { index: 0.24, both: 0.24, contests: 0.33 },
};

/** How much more or less attention a kind of vendor gets. */
const RENOWN: Readonly<Record<House, number>> = {
  flagship: 0.95,
  assistant: 1.4,
  multimodal: 1.05,
  cloud: 0.72,
  open: 1.25,
  community: 0,
};

const UNMEASURED: readonly Focus[] = ['guard', 'roleplay', 'search', 'voice'];

/** Returns undefined for models without measurements. */
export function benchmarksOf(traits: Traits, index: number, draws: Draws): Benchmarks | undefined {
  const { focus } = traits.product.tier;
  if (UNMEASURED.includes(focus)) return undefined;
  const faker = draws('benchmarks', index);
  const { index: indexOnly, both, contests } = ATTENTION[traits.era];
  const quantile = faker.number.float() / RENOWN[traits.house];
  const indexed = quantile < both && focus !== 'drawing';
  const ranked = quantile >= indexOnly && quantile < contests;
  if (!indexed && !ranked) return undefined;
  return {
    design_ranking: ranked ? rankingOf(traits, faker) : [],
    ...(indexed && { external_index: externalIndexOf(traits, faker) }),
  };
}

/** Better models enter contests of agents, too; their results come first. */
function rankingOf({ intelligence, product, releaseMonthsOld }: Traits, faker: Faker): Ranking {
  const skill = (intelligence - 35) / 16;
  if (product.tier.focus === 'drawing') return enter(DRAWING_CONTESTS, 0.8, skill, faker);
  const drivesAgents = skill > -0.3 && releaseMonthsOld < 11 && chance(faker, 0.85);
  const contests = [
    ...(drivesAgents ? valueAt(AGENT_PROGRAMMES, faker.number.float()) : []),
    ...valueAt(MODEL_PROGRAMMES, faker.number.float()),
  ];
  return contests.map((contest) => resultIn(contest, skill, faker));
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
