import type { Model, Reasoning } from '@model-gateway/core';
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

/** Share of models whose hosts take what they take of other vendors' models. */
const UNUSUAL: Readonly<Record<House, number>> = {
  flagship: 0,
  assistant: 0,
  multimodal: 0,
  cloud: 0,
  open: 0.2,
  community: 0.2,
};

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
  const listed = traits.sheet?.parameters ?? listedBy(traits, reasoning, index, draws);
  const written = listed.split(' ');
  const taken = written.filter((name) => NEEDED_BY_REASONING.every((each) => each !== name));
  if (reasoning !== undefined) taken.push('include_reasoning', 'reasoning');
  if (reasoning?.supported_efforts !== undefined) taken.push('reasoning_effort');
  // The tables have names of the contract's list.
  return taken.toSorted() as Parameter[];
}

const NEEDED_BY_REASONING = ['include_reasoning', 'reasoning', 'reasoning_effort'];

/** A set of its vendor, or for some models of its like. */
function listedBy(
  traits: Traits,
  reasoning: Reasoning | undefined,
  index: number,
  draws: Draws,
): string {
  const faker = draws('parameters', index);
  const place = placeAmong(traits.siblings.parameters, faker);
  const kind = reasoning === undefined ? 'plain' : 'reasoning';
  const own = habitsOf(traits.product.family).parameters[kind];
  const others = HOUSE_HABITS[traits.house].parameters[kind];
  const isUnusual = own.length === 0 || chance(faker, UNUSUAL[traits.house]);
  const sets = suitable(isUnusual ? others : own, traits, reasoning);
  return valueAt(sets, place);
}

/** The sets that suit the purpose and the efforts; all when none does. */
function suitable(
  sets: readonly Weighted<string>[],
  { product }: Traits,
  reasoning: Reasoning | undefined,
): readonly Weighted<string>[] {
  const hasEfforts = reasoning?.supported_efforts !== undefined;
  const byEffort = sets.filter(([names]) => names.includes('reasoning_effort') === hasEfforts);
  const tools = TOOLS_BY_FOCUS[product.tier.focus];
  const fits = ([names]: Weighted<string>) =>
    tools === undefined || names.includes('tools') === tools;
  const candidates = [byEffort.filter(fits), sets.filter(fits), byEffort, sets];
  return candidates.find((list) => list.length > 0) ?? sets;
}
