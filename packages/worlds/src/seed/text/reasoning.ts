import type { Reasoning } from '@model-gateway/core';
import type { Draws } from '../draws/draws.ts';
import { habitsOf, HOUSE_HABITS } from '../habits/habits-of.ts';
import { MANDATORY } from '../habits/reasoning-shapes.ts';
import { inEra } from '../habits/vendor-habits.ts';
import { valueAt, type Weighted } from '../draws/weighted.ts';
import { placeAmong } from './siblings.ts';
import type { Traits } from './traits.ts';

/** Undefined for models that do not reason. A model made for thinking cannot do without. */
export function reasoningOf(traits: Traits, index: number, draws: Draws): Reasoning | undefined {
  if (!traits.reasons) return undefined;
  const always = cannotDoWithout(traits);
  const place = placeAmong(traits.siblings.reasoning, draws('reasoning', index));
  const drawn = traits.sheet?.reasoning ?? valueAt(shapesOf(traits, always), place);
  const { supported_efforts: efforts, ...shape } = drawn;
  const mandatory = always || shape.mandatory;
  const { default_enabled, supports_max_tokens, default_effort } = shape;
  const supported_efforts =
    efforts === undefined
      ? undefined
      : (efforts?.filter((effort) => !(mandatory && effort === 'none')) ?? null);
  // In the order in which gateways list them.
  return {
    mandatory,
    ...(default_enabled !== undefined && { default_enabled }),
    ...(supports_max_tokens !== undefined && { supports_max_tokens }),
    ...(supported_efforts !== undefined && { supported_efforts }),
    ...(default_effort !== undefined && { default_effort }),
  };
}

function cannotDoWithout({ house, product: { tier }, sheet }: Traits): boolean {
  if (sheet !== undefined) return false;
  return tier.focus === 'thinking' || (house === 'flagship' && tier.slug === 'pro');
}

/** The shapes of the vendor that suit a model; those of its like when it has none. */
function shapesOf(
  { house, product, releaseEra }: Traits,
  always: boolean,
): readonly Weighted<Reasoning>[] {
  const suiting = (list: readonly Weighted<Reasoning>[]) =>
    always ? list.filter(suitsMandatory) : list;
  const own = suiting(inEra(habitsOf(product.family).reasoning, releaseEra));
  const usual = suiting(inEra(HOUSE_HABITS[house].reasoning, releaseEra));
  return [own, usual].find((list) => list.length > 0) ?? [[MANDATORY, 1]];
}

/** Mandatory reasoning is never off, and never has the effort `none`. Source: contract §8.6. */
function suitsMandatory([value]: Weighted<Reasoning>): boolean {
  return value.default_enabled !== false && value.default_effort !== 'none';
}
