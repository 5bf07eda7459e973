import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { resultsIn } from '../contests/contest.ts';
import { chance, type Draws } from '../draws/draws.ts';
import type { Family, Focus, House, Tier } from '../families/family.ts';
import { comesIn, type Product } from '../products/product.ts';
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

/** Vendors of which nearly all models are measured, or hardly any. */
const RENOWN_OF_VENDOR: Readonly<Record<string, number>> = {
  'ashgrove open': 1.7,
  'bitterroot cloud': 0.4,
  'deepfjord open': 1.7,
  'larch cloud': 0.6,
  'larch open': 1,
  'millrace open': 0,
  'nine open': 1.7,
  'lumenfold assistant': 1.8,
  'orrery flagship': 1.8,
  'saltmarsh cloud': 0,
  'xeno cloud': 1.5,
};

/** The largest models get twice the attention of small ones. */
const SMALLEST = 0.55;
const GROWTH = 0.95;

const UNMEASURED: readonly Focus[] = ['guard', 'roleplay', 'search', 'voice'];

/** Another way to run a model that is listed too; these are not measured on their own. */
const ANOTHER_MODE: Readonly<Partial<Record<House, RegExp>>> = {
  flagship: /(?:^|-)(?:chat|pro)$/,
  assistant: /-fast$/,
};

/** Returns undefined for models without measurements. */
export function benchmarksOf(traits: Traits, index: number, draws: Draws): Benchmarks | undefined {
  const { product, releaseMonthsOld } = traits;
  const { focus } = product.tier;
  if (!isMeasurable(product.family, product.tier)) return undefined;
  const { both, index: indexOnly, contests } = atAge(ATTENTION, releaseMonthsOld);
  const renown = renownOf(product.family) * (SMALLEST + GROWTH * product.tier.size);
  const quantile = attentionOf(product, draws) / renown;
  const faker = draws('benchmarks', index);
  const indexed = quantile < both + indexOnly && focus !== 'drawing';
  const ranked =
    quantile < both || (quantile >= both + indexOnly && quantile < both + indexOnly + contests);
  if (!indexed && !ranked) return undefined;
  const entered = ranked ? contestsOf(traits, faker) : [];
  return {
    design_ranking: resultsIn(entered, traits, faker),
    ...(indexed && { external_index: externalIndexOf(traits, ranked, faker) }),
  };
}

function isMeasurable({ house }: Family, { focus, slug, variant }: Tier): boolean {
  const isAnotherMode = variant !== undefined || ANOTHER_MODE[house]?.test(slug) === true;
  return !UNMEASURED.includes(focus) && !isAnotherMode;
}

/** What is drawn for a model, 0 for the most attention: of a generation the largest gets the most. */
function attentionOf({ family, key, tier }: Product, draws: Draws): number {
  const measurable = family.tiers.filter(
    (each) => isMeasurable(family, each) && comesIn(family, each, key[1]),
  );
  const drawn = measurable
    .map((each) => draws('benchmarks', ...key, family.tiers.indexOf(each)).number.float())
    .sort((one, other) => one - other);
  const bySize = measurable.toSorted((one, other) => other.size - one.size);
  return drawn[bySize.indexOf(tier)] ?? 1;
}

function renownOf({ author, house }: Family): number {
  return RENOWN_OF_VENDOR[`${author} ${house}`] ?? RENOWN[house];
}

/** Results of agents come first. */
function contestsOf({ product, releaseMonthsOld, monthsOld, intelligence }: Traits, faker: Faker) {
  if (product.tier.focus === 'drawing') return DRAWING_CONTESTS;
  const most = atAge(DRIVE_AGENTS, releaseMonthsOld);
  const [, part] = BY_ABILITY.find(([above]) => intelligence > above) ?? [0, 0];
  const share = most * part;
  return [
    ...(chance(faker, share)
      ? valueAt(atAge(AGENT_PROGRAMMES, monthsOld), faker.number.float())
      : []),
    ...valueAt(atAge(MODEL_PROGRAMMES, monthsOld), faker.number.float()),
  ];
}

/** Observed: of the ranked models of the last months nearly all above 42 drive agents, few below 36, none below 30. */
const BY_ABILITY: readonly (readonly [above: number, part: number])[] = [
  [42, 1.6],
  [36, 0.6],
  [30, 0.3],
];

function atAge<Value>(list: ByAge<Value>, monthsOld: number): Value {
  const found = list.find(([limit]) => monthsOld < limit) ?? list.at(-1);
  if (found === undefined) throw new RangeError('expected a list with ages');
  return found[1];
}
