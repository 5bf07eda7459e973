import type { Faker } from '@faker-js/faker';
import { chance, type Draws } from '../draws/draws.ts';
import { habitsOf } from '../habits/habits-of.ts';
import { NOTHING, type Recommended } from '../habits/recommended.ts';
import { inEra } from '../habits/vendor-habits.ts';
import { valueAt, type Weighted } from '../draws/weighted.ts';
import { placeAmong } from './siblings.ts';
import type { Traits } from './traits.ts';

/** The forms in which listings name what may be recommended, null where nothing is. */
export const SIX = {
  temperature: null,
  top_p: null,
  top_k: null,
  frequency_penalty: null,
  presence_penalty: null,
  repetition_penalty: null,
} satisfies Recommended;
export const THREE = {
  temperature: null,
  top_p: null,
  frequency_penalty: null,
} satisfies Recommended;
const NONE = {} satisfies Recommended;

/** Newer listings have the form with six members only. */
const SIX_ALONE_MONTHS = 4.9;
/**
 * Share of the new listings that name no member at all: those of two vendors, and of small ones. The
 * large vendors always write all six.
 */
const LEFT_OUT: Readonly<Record<string, number>> = { eidolon: 0.6, larch: 0.25 };
const LEFT_OUT_BY_HOSTS = 0.05;
/** Listings that are older have no form. */
const NO_FORM_MONTHS = 21.5;

/** Observed: the gateway's form changed with time. Listings keep the form of their day. */
const FORMS: readonly (readonly [monthsOld: number, forms: readonly Weighted<Recommended>[]])[] = [
  [SIX_ALONE_MONTHS, [[SIX, 1]]],
  [
    6,
    [
      [SIX, 55],
      [THREE, 45],
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
    20,
    [
      [SIX, 12],
      [THREE, 12],
      [NONE, 76],
    ],
  ],
  [
    NO_FORM_MONTHS,
    [
      [THREE, 16],
      [NONE, 84],
    ],
  ],
  [Infinity, [[NONE, 1]]],
];

/**
 * Observed: a quarter of models have a value, which their vendor recommends for all of a generation,
 * in the members that the form of their day has; null was not seen for text.
 */
export function defaultParametersOf(traits: Traits, index: number, draws: Draws): Recommended {
  const faker = draws('defaults', index);
  const place = placeAmong(traits.siblings.recommended, faker);
  const forms = FORMS.find(([limit]) => traits.monthsOld < limit)?.[1] ?? [];
  const form = isLeftOut(traits, faker) ? NONE : valueAt(forms, faker.number.float());
  const recommended = recommendedAt(traits, place);
  const names = Object.keys(recommended);
  // What was seen without a form is a temperature alone: several values have the form of their day.
  if (form === NONE && names.length < 2) return { ...recommended };
  const kept = form === NONE ? formFor(traits.monthsOld) : form;
  const chosen = Object.entries(recommended).filter(([name]) => name in kept);
  return { ...kept, ...Object.fromEntries(chosen) };
}

function isLeftOut({ product, house, monthsOld }: Traits, faker: Faker): boolean {
  const usual = house === 'open' ? LEFT_OUT_BY_HOSTS : 0;
  const isLeft = chance(faker, LEFT_OUT[product.authorSlug] ?? usual);
  return isLeft && monthsOld < SIX_ALONE_MONTHS;
}

function formFor(monthsOld: number): Recommended {
  if (monthsOld < SIX_ALONE_MONTHS) return SIX;
  return monthsOld < NO_FORM_MONTHS ? THREE : NONE;
}

function recommendedAt({ product, releaseEra, sheet }: Traits, place: number): Recommended {
  if (sheet !== undefined) return sheet.recommended ?? NOTHING;
  const list = inEra(habitsOf(product.family).recommended ?? {}, releaseEra);
  return list.length === 0 ? NOTHING : valueAt(list, place);
}
