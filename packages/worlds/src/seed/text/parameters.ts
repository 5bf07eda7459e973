import type { Model, Reasoning } from '@model-gateway/core';
import { chance, type Draws } from '../draws.ts';
import type { Focus } from '../families/family.ts';
import { valueAt } from '../weighted.ts';
import { PARAMETER_SETS } from './parameter-sets.ts';
import type { WeightedSet } from './weighted-set.ts';
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

/** Share of models that have their vendor's usual set; the others have one of their own. */
const USUAL = 0.6;

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
  const isUsual = chance(faker, USUAL);
  const own = faker.number.float();
  const set = valueAt(suitable(traits, reasoning), isUsual ? traits.line.tools : own);
  const taken = set.split(' ').filter((name) => NEEDED_BY_REASONING.every((each) => each !== name));
  if (reasoning !== undefined) taken.push('include_reasoning', 'reasoning');
  if (reasoning?.supported_efforts !== undefined) taken.push('reasoning_effort');
  // The table has names of the contract's list.
  return taken.toSorted() as Parameter[];
}

const NEEDED_BY_REASONING = ['include_reasoning', 'reasoning', 'reasoning_effort'];

/** The sets of the vendor's kind that suit the purpose and the efforts; all when none does. */
function suitable(
  { house, product }: Traits,
  reasoning: Reasoning | undefined,
): readonly (readonly [string, number])[] {
  const sets = PARAMETER_SETS[house][reasoning === undefined ? 'plain' : 'reasoning'];
  const hasEfforts = reasoning?.supported_efforts !== undefined;
  const byEffort = sets.filter(([, names]) => names.includes('reasoning_effort') === hasEfforts);
  const tools = TOOLS_BY_FOCUS[product.tier.focus];
  const fits = ([, names]: WeightedSet) => tools === undefined || names.includes('tools') === tools;
  const candidates = [byEffort.filter(fits), sets.filter(fits), byEffort, sets];
  const chosen = candidates.find((list) => list.length > 0) ?? sets;
  return chosen.map(([weight, names]) => [names, weight]);
}
