import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { resultsIn } from '../contests/contest.ts';
import { chance, type Draws } from '../draws/draws.ts';
import type { Focus, House } from '../families/family.ts';
import { valueAt } from '../draws/weighted.ts';
import {
  AGENT_PROGRAMMES,
  DRAWING_CONTESTS,
  DRIVE_AGENTS,
  MODEL_PROGRAMMES,
  type ByAge,
} from '../contests/contests.ts';
import { externalIndexOf } from './external-index.ts';
import type { Traits } from './traits.ts';

type Measured = Readonly<Record<'both' | 'index' | 'contests', number>>;

/**
 * Observed by months since the release: what is new has an index before it is in a contest, and half
 * of the catalog has neither. Shares of the models that a vendor of usual renown has.
 */
const ATTENTION: ByAge<Measured> = [
  [3, { both: 0.34, index: 0.2, contests: 0.02 }],
  [5, { both: 0.32, index: 0.33, contests: 0.06 }],
  [7, { both: 0.16, index: 0.16, contests: 0.3 }],
  [9, { both: 0.24, index: 0.12, contests: 0.24 }],
  [12, { both: 0.24, index: 0.03, contests: 0.28 }],
  [15, { both: 0.1, index: 0.14, contests: 0.4 }],
  [19, { both: 0.14, index: 0.25, contests: 0.1 }],
  [Infinity, { both: 0, index: 0.22, contests: 0.08 }],
];

/** How much more or less attention a kind of vendor gets. */
const RENOWN: Readonly<Record<House, number>> = {
  flagship: 0.95,
  assistant: 1.4,
  multimodal: 1.05,
  cloud: 0.72,
  open: 1.25,
  community: 0,
};

/** The largest models get twice the attention of small ones. */
const SMALLEST = 0.55;
const GROWTH = 0.95;

const UNMEASURED: readonly Focus[] = ['guard', 'roleplay', 'search', 'voice'];

/** Another way to run a model that is listed too; these are not measured on their own. */
const ANOTHER_MODE = /-(fast|pro)$/;

/** Returns undefined for models without measurements. */
export function benchmarksOf(traits: Traits, index: number, draws: Draws): Benchmarks | undefined {
  const { product, releaseMonthsOld } = traits;
  const { focus } = product.tier;
  const { slug, variant } = product.tier;
  const isAnotherMode = variant !== undefined || ANOTHER_MODE.test(slug);
  if (UNMEASURED.includes(focus) || isAnotherMode) return undefined;
  const faker = draws('benchmarks', index);
  const { both, index: indexOnly, contests } = atAge(ATTENTION, releaseMonthsOld);
  const renown = RENOWN[traits.house] * (SMALLEST + GROWTH * product.tier.size);
  const quantile = faker.number.float() / renown;
  const indexed = quantile < both + indexOnly && focus !== 'drawing';
  const ranked =
    quantile < both || (quantile >= both + indexOnly && quantile < both + indexOnly + contests);
  if (!indexed && !ranked) return undefined;
  const entered = ranked ? contestsOf(traits, faker) : [];
  return {
    design_ranking: resultsIn(entered, traits, faker),
    ...(indexed && { external_index: externalIndexOf(traits, faker) }),
  };
}

/** Results of agents come first. */
function contestsOf({ product, releaseMonthsOld, intelligence }: Traits, faker: Faker) {
  if (product.tier.focus === 'drawing') return DRAWING_CONTESTS;
  const isAble = intelligence > ABLE;
  const share = atAge(DRIVE_AGENTS, releaseMonthsOld) * (isAble ? 1.3 : 0.5);
  return [
    ...(chance(faker, share) ? valueAt(AGENT_PROGRAMMES, faker.number.float()) : []),
    ...valueAt(atAge(MODEL_PROGRAMMES, releaseMonthsOld), faker.number.float()),
  ];
}

/** Half of the ranked models of the last year are above this index. */
const ABLE = 36;

function atAge<Value>(list: ByAge<Value>, monthsOld: number): Value {
  const found = list.find(([limit]) => monthsOld < limit) ?? list.at(-1);
  if (found === undefined) throw new RangeError('expected a list with ages');
  return found[1];
}
