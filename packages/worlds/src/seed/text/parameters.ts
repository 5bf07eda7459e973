import type { Model, Reasoning } from '@model-gateway/core';
import type { Faker } from '@faker-js/faker';
import { chance, type Draws } from '../draws/draws.ts';
import type { Focus, House } from '../families/family.ts';
import { habitsOf, HOUSE_HABITS } from '../habits/habits-of.ts';
import { valueAt, type Weighted } from '../draws/weighted.ts';
import { placeAmong } from './siblings.ts';
import type { Traits } from './traits.ts';

type Parameter = Model['supported_parameters'][number];

/** Observed: whether a model takes tools depends on its purpose more than on its vendor. */
const TOOLS_BY_FOCUS: Readonly<Partial<Record<Focus, boolean>>> = {
  code: true,
  drawing: false,
  guard: false,
  roleplay: false,
  search: false,
};

/** Share of models whose hosts take something more or less than their vendor's other models. */
const UNUSUAL: Readonly<Record<House, number>> = {
  flagship: 0.12,
  assistant: 0.1,
  multimodal: 0.1,
  cloud: 0.15,
  open: 0.3,
  community: 0.25,
};
/** What differs between the hosts of a model; names that go together are one. */
const HOSTS_DIFFER = [
  ['logit_bias'],
  ['logprobs', 'top_logprobs'],
  ['min_p'],
  ['repetition_penalty'],
  ['top_k'],
];

/**
 * Alphabetical, as observed. Reasoning brings `reasoning` and `include_reasoning`, and
 * `reasoning_effort` exactly where the efforts are listed.
 */
export function parametersOf(
  traits: Traits,
  reasoning: Reasoning | undefined,
  index: number,
  draws: Draws,
): Parameter[] {
  const faker = draws('parameters', index);
  const place = placeAmong(traits.siblings.parameters, faker);
  const set = valueAt(suitable(traits, reasoning), place).split(' ');
  const written = chance(faker, UNUSUAL[traits.house]) ? varied(set, faker) : set;
  const taken = written.filter((name) => NEEDED_BY_REASONING.every((each) => each !== name));
  if (reasoning !== undefined) taken.push('include_reasoning', 'reasoning');
  if (reasoning?.supported_efforts !== undefined) taken.push('reasoning_effort');
  // The tables have names of the contract's list.
  return taken.toSorted() as Parameter[];
}

/** Without some of what hosts differ in, or with one more where many are taken already. */
function varied(set: readonly string[], faker: Faker): readonly string[] {
  const among = HOSTS_DIFFER.filter(([name]) => name !== undefined && set.includes(name));
  const missing = HOSTS_DIFFER.filter((names) => !among.includes(names));
  if (among.length > 2 && missing.length > 0 && chance(faker, 0.35)) {
    return [...set, ...faker.helpers.arrayElement(missing)];
  }
  const dropped = faker.helpers.arrayElements(among, { min: 1, max: 2 }).flat();
  return set.filter((name) => !dropped.includes(name));
}

const NEEDED_BY_REASONING = ['include_reasoning', 'reasoning', 'reasoning_effort'];

/** The vendor's sets that suit the purpose and the efforts; those of its like when it has none. */
function suitable(
  { house, product }: Traits,
  reasoning: Reasoning | undefined,
): readonly Weighted<string>[] {
  const kind = reasoning === undefined ? 'plain' : 'reasoning';
  const own = habitsOf(product.family).parameters[kind];
  const sets = own.length > 0 ? own : HOUSE_HABITS[house].parameters[kind];
  const hasEfforts = reasoning?.supported_efforts !== undefined;
  const byEffort = sets.filter(([names]) => names.includes('reasoning_effort') === hasEfforts);
  const tools = TOOLS_BY_FOCUS[product.tier.focus];
  const fits = ([names]: Weighted<string>) =>
    tools === undefined || names.includes('tools') === tools;
  const candidates = [byEffort.filter(fits), sets.filter(fits), byEffort, sets];
  return candidates.find((list) => list.length > 0) ?? sets;
}
