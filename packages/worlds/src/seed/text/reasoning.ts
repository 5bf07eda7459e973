import type { Reasoning, ReasoningEffort } from '@model-gateway/core';
import type { Draws } from '../draws.ts';
import type { House } from '../families/family.ts';
import type { Era } from './era.ts';
import type { Traits } from './traits.ts';

const ALL = ['max', 'xhigh', 'high', 'medium', 'low', 'none'] as const;
const TO_MAX = ['max', 'xhigh', 'high', 'medium', 'low'] as const;
const TO_XHIGH = ['xhigh', 'high', 'medium', 'low', 'none'] as const;
const FOUR = ['high', 'medium', 'low', 'minimal'] as const;
const THREE = ['high', 'medium', 'low'] as const;

/** A way to control reasoning, and how common it is among its like. */
interface Shape {
  readonly weight: number;
  readonly value: Reasoning;
}

const OPTIONAL: Reasoning = { mandatory: false };
const MANDATORY: Reasoning = { mandatory: true };
const ON: Reasoning = { mandatory: false, default_enabled: true };
const OFF: Reasoning = { mandatory: false, default_enabled: false };

function withEfforts(base: Reasoning, allowed: readonly ReasoningEffort[], usual: ReasoningEffort) {
  return { ...base, supported_efforts: [...allowed], default_effort: usual };
}

/**
 * Observed over 215 reasoning models: 32 % say only that reasoning is optional, 14 % only that it
 * is mandatory, 11 % that it is on by default; 40 % name their efforts, nearly all of them closed
 * and recent. `medium` is the most common default, then `high`; 3 % accept a token budget.
 */
const SHAPES: Readonly<Record<House, Readonly<Record<Era, readonly Shape[]>>>> = {
  flagship: {
    recent: [
      { weight: 5, value: withEfforts(ON, ALL, 'medium') },
      { weight: 5, value: withEfforts(OFF, TO_XHIGH, 'medium') },
      { weight: 2, value: withEfforts(ON, TO_XHIGH, 'medium') },
      { weight: 1, value: withEfforts(OPTIONAL, TO_XHIGH, 'medium') },
    ],
    middle: [
      { weight: 4, value: withEfforts(MANDATORY, FOUR, 'medium') },
      { weight: 3, value: withEfforts(OPTIONAL, THREE, 'medium') },
      { weight: 3, value: OPTIONAL },
      { weight: 3, value: MANDATORY },
      { weight: 1, value: withEfforts(ON, ['high', 'medium', 'low', 'none'], 'none') },
      { weight: 1, value: withEfforts(MANDATORY, ['high'], 'high') },
    ],
    old: [{ weight: 1, value: OPTIONAL }],
  },
  assistant: {
    recent: [
      { weight: 5, value: withEfforts(ON, TO_MAX, 'high') },
      { weight: 3, value: withEfforts(OFF, TO_MAX, 'high') },
      { weight: 2, value: withEfforts(MANDATORY, TO_MAX, 'high') },
      {
        weight: 1,
        value: {
          ...withEfforts(OFF, ['max', 'high', 'medium', 'low'], 'high'),
          supports_max_tokens: true,
        },
      },
    ],
    middle: [{ weight: 1, value: OPTIONAL }],
    old: [{ weight: 1, value: OPTIONAL }],
  },
  multimodal: {
    recent: [
      { weight: 3, value: withEfforts(MANDATORY, THREE, 'medium') },
      { weight: 3, value: withEfforts({ mandatory: true, default_enabled: true }, FOUR, 'medium') },
      { weight: 2, value: withEfforts(ON, FOUR, 'minimal') },
      { weight: 2, value: withEfforts(ON, ['high', 'minimal'], 'minimal') },
    ],
    middle: [
      { weight: 2, value: OPTIONAL },
      { weight: 2, value: MANDATORY },
      { weight: 1, value: withEfforts(OPTIONAL, FOUR, 'medium') },
    ],
    old: [{ weight: 1, value: OPTIONAL }],
  },
  cloud: {
    recent: [
      { weight: 5, value: OPTIONAL },
      { weight: 4, value: ON },
      { weight: 2, value: MANDATORY },
      { weight: 3, value: withEfforts(OPTIONAL, FOUR, 'medium') },
      { weight: 2, value: withEfforts({ mandatory: true, default_enabled: true }, THREE, 'high') },
      { weight: 1, value: { ...ON, supports_max_tokens: true } },
      { weight: 1, value: withEfforts(ON, ['high', 'medium', 'low', 'none'], 'low') },
    ],
    middle: [
      { weight: 7, value: OPTIONAL },
      { weight: 2, value: MANDATORY },
    ],
    old: [{ weight: 1, value: OPTIONAL }],
  },
  open: {
    recent: [
      { weight: 6, value: OPTIONAL },
      { weight: 7, value: ON },
      { weight: 4, value: MANDATORY },
      { weight: 3, value: OFF },
      { weight: 3, value: withEfforts(OPTIONAL, ['xhigh', 'high'], 'high') },
      { weight: 2, value: withEfforts(ON, ['high', 'low', 'none'], 'high') },
      { weight: 2, value: withEfforts(ON, ['max', 'high', 'low'], 'max') },
      { weight: 1, value: withEfforts(MANDATORY, THREE, 'medium') },
      {
        weight: 1,
        value: { ...withEfforts(ON, ['high', 'medium'], 'high'), supports_max_tokens: true },
      },
      { weight: 1, value: { ...ON, supported_efforts: null } },
    ],
    middle: [
      { weight: 10, value: OPTIONAL },
      { weight: 6, value: MANDATORY },
      { weight: 2, value: ON },
      { weight: 1, value: OFF },
      { weight: 1, value: withEfforts(MANDATORY, THREE, 'medium') },
    ],
    old: [{ weight: 1, value: MANDATORY }],
  },
  community: {
    recent: [{ weight: 1, value: MANDATORY }],
    middle: [{ weight: 1, value: OPTIONAL }],
    old: [{ weight: 1, value: OPTIONAL }],
  },
};

/** Undefined for models that do not reason. A model made for thinking cannot do without. */
export function reasoningOf(traits: Traits, index: number, draws: Draws): Reasoning | undefined {
  if (!traits.reasons) return undefined;
  const { house, releaseEra } = traits;
  const shapes = SHAPES[house][releaseEra];
  const always = cannotDoWithout(traits);
  const faker = draws('reasoning', index);
  const drawn = faker.helpers.weightedArrayElement(always ? shapes.filter(suitsMandatory) : shapes);
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

function cannotDoWithout({ house, product: { tier } }: Traits): boolean {
  return tier.focus === 'thinking' || (house === 'flagship' && tier.slug === 'pro');
}

/** Mandatory reasoning is never off, and never has the effort `none`. Source: contract §8.6. */
function suitsMandatory({ value }: Shape): boolean {
  return value.default_enabled !== false && value.default_effort !== 'none';
}
