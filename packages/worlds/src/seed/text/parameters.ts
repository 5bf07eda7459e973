import type { Model, Reasoning } from '@model-gateway/core';
import { chance, type Draws } from '../draws.ts';
import type { Focus } from '../families/family.ts';
import { PARAMETERS_OF, PARAMETER_SHARES, type ParameterGroup } from './parameter-shares.ts';
import type { Traits } from './traits.ts';

type Parameter = Model['supported_parameters'][number];

// Object.keys forgets the key type; the keys are those of the literal.
const GROUPS = Object.keys(PARAMETERS_OF) as ParameterGroup[];

/** Observed: whether a model takes tools is a matter of what it is for, more than of its vendor. */
const TOOLS_BY_FOCUS: Readonly<Partial<Record<Focus, number>>> = {
  code: 0.95,
  drawing: 0.1,
  guard: 0,
  roleplay: 0.1,
  search: 0.1,
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
  const faker = draws('parameters', index);
  const shares = PARAMETER_SHARES[traits.house][reasoning === undefined ? 'plain' : 'reasoning'];
  const taken: Parameter[] = chance(faker, 0.98) ? ['max_tokens'] : [];
  for (const group of GROUPS) {
    const quantile = faker.number.float();
    const share = group === 'tools' ? toolShare(traits, shares.tools) : shares[group];
    if (quantile < (share ?? 0)) taken.push(...PARAMETERS_OF[group]);
  }
  if (reasoning !== undefined) taken.push('include_reasoning', 'reasoning');
  if (reasoning?.supported_efforts !== undefined) taken.push('reasoning_effort');
  return taken.filter((name) => name !== 'parallel_tool_calls' || taken.includes('tools')).sort();
}

function toolShare({ product, house }: Traits, usual: number | undefined): number | undefined {
  const byFocus = TOOLS_BY_FOCUS[product.tier.focus];
  return house === 'open' || house === 'cloud' || byFocus === 0 ? (byFocus ?? usual) : usual;
}
