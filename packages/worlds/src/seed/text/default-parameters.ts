import type { Model } from '@model-gateway/core';
import type { Draws } from '../draws.ts';
import { valueAt } from '../weighted.ts';
import type { Traits } from './traits.ts';

type DefaultParameters = NonNullable<Model['default_parameters']>;

/** Values that makers of models recommend, with how often they were observed. */
const RECOMMENDED: readonly (readonly [DefaultParameters, number])[] = [
  [{ temperature: 1, top_p: 0.95 }, 21],
  [{ temperature: 0.3 }, 6],
  [{ temperature: 0.7, top_p: 0.9 }, 4],
  [{ temperature: 0.6, top_p: 0.95 }, 3],
  [{ temperature: 0.6, top_p: 0.95, top_k: 20 }, 4],
  [{ temperature: 0.75 }, 4],
  [{ temperature: 0.7, top_p: 0.8 }, 2],
  [{ temperature: 0.7, top_p: 0.8, top_k: 20, repetition_penalty: 1 }, 2],
  [{ temperature: 0.8, top_p: 0.95, top_k: 20, repetition_penalty: 1 }, 2],
  [{ temperature: 0.7, top_p: 0.95, top_k: 40 }, 2],
  [{ temperature: 1, top_p: 0.95, top_k: 64 }, 3],
  [{ temperature: 0.9, top_p: 1 }, 2],
  [{ temperature: 1, top_p: 1 }, 2],
  [{ top_p: 0.95 }, 2],
];

/** What the listings without a form recommend. */
const PLAIN_RECOMMENDED: readonly (readonly [DefaultParameters, number])[] = [
  [{ temperature: 0.3 }, 10],
  [{ temperature: 1, top_p: 0.95, top_k: 64 }, 2],
  [{ temperature: 1, top_p: 0.95 }, 1],
];

const SIX = {
  temperature: null,
  top_p: null,
  top_k: null,
  frequency_penalty: null,
  presence_penalty: null,
  repetition_penalty: null,
} satisfies DefaultParameters;
const THREE = {
  temperature: null,
  top_p: null,
  frequency_penalty: null,
} satisfies DefaultParameters;
const NONE = {} satisfies DefaultParameters;

/** Observed: the gateway's form changed with time. Listings keep the form of their day. */
const FORMS: readonly (readonly [
  monthsOld: number,
  forms: readonly (readonly [DefaultParameters, number])[],
])[] = [
  [
    3,
    [
      [SIX, 90],
      [NONE, 10],
    ],
  ],
  [
    6,
    [
      [SIX, 78],
      [THREE, 18],
      [NONE, 4],
    ],
  ],
  [
    9,
    [
      [SIX, 27],
      [THREE, 73],
    ],
  ],
  [
    12,
    [
      [SIX, 24],
      [THREE, 56],
      [NONE, 20],
    ],
  ],
  [
    18,
    [
      [SIX, 10],
      [THREE, 27],
      [NONE, 63],
    ],
  ],
  [
    Infinity,
    [
      [SIX, 6],
      [THREE, 4],
      [NONE, 90],
    ],
  ],
];

/** Share of listings without a form that recommend a value. */
const PLAIN_SHARE = 0.13;

/**
 * Observed: a quarter of models have a value, mostly open weights, in the members that the form of
 * their day has; null was not seen for text.
 */
export function defaultParametersOf(
  traits: Traits,
  index: number,
  draws: Draws,
): DefaultParameters {
  const faker = draws('defaults', index);
  const quantile = faker.number.float();
  const forms = FORMS.find(([limit]) => traits.monthsOld < limit)?.[1] ?? [];
  const form = valueAt(forms, faker.number.float());
  const share = faker.number.float();
  if (form === NONE) return quantile < PLAIN_SHARE ? { ...valueAt(PLAIN_RECOMMENDED, share) } : {};
  if (quantile >= (traits.open ? 0.5 : 0.12)) return { ...form };
  const chosen = Object.entries(valueAt(RECOMMENDED, share)).filter(([name]) => name in form);
  return { ...form, ...Object.fromEntries(chosen) };
}
