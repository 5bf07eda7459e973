import type { Faker } from '@faker-js/faker';
import type { Model } from '@model-gateway/core';
import { chance, type Draws } from '../draws.ts';
import type { Era } from './era.ts';
import type { Traits } from './traits.ts';

type DefaultParameters = NonNullable<Model['default_parameters']>;

/** Values that makers of models recommend, with how often they were observed. */
const RECOMMENDED: readonly { readonly weight: number; readonly value: DefaultParameters }[] = [
  { weight: 20, value: { temperature: 1, top_p: 0.95 } },
  { weight: 13, value: { temperature: 0.3 } },
  { weight: 8, value: { temperature: 0.6, top_p: 0.95, top_k: 20 } },
  { weight: 5, value: { temperature: 0.7, top_p: 0.8, top_k: 20, repetition_penalty: 1 } },
  { weight: 4, value: { temperature: 0.7, top_p: 0.9 } },
  { weight: 4, value: { temperature: 1, top_p: 0.95, top_k: 64 } },
  { weight: 3, value: { temperature: 0.75 } },
  { weight: 3, value: { temperature: 1, top_p: 1 } },
  { weight: 2, value: { top_p: 0.95 } },
];

/** Observed: recent listings name all six, earlier ones three, and many of both none. */
const NONE_NAMED: Readonly<Record<Era, number>> = { recent: 0.2, middle: 0.45, old: 0.6 };
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

/** Observed: a fifth of models have a value, above all open weights; null was not seen for text. */
export function defaultParametersOf(
  traits: Traits,
  index: number,
  draws: Draws,
): DefaultParameters {
  const faker = draws('defaults', index);
  const recommends = chance(faker, traits.open ? 0.3 : 0.13);
  const chosen = recommends ? faker.helpers.weightedArrayElement(RECOMMENDED) : {};
  return { ...formOf(traits, faker), ...chosen };
}

function formOf({ era }: Traits, faker: Faker): DefaultParameters {
  if (chance(faker, NONE_NAMED[era])) return {};
  return era === 'recent' ? SIX : THREE;
}
