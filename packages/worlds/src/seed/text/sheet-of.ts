import { eraOf } from '../dates/era.ts';
import type { Draws } from '../draws/draws.ts';
import type { Family, Focus, Tier } from '../families/family.ts';
import { roundOf } from '../products/counterpart.ts';
import { comesIn, type Product } from '../products/product.ts';
import type { Sheet } from '../sheets/sheet.ts';
import { repriced } from '../sheets/repriced.ts';
import { sheetsOf } from '../sheets/sheets-of.ts';

/**
 * Returns the sheet by which a model of the last months is listed; undefined for older ones whose
 * vendor has no sheet of their time, and for purposes that no sheet suits. The tiers of a generation
 * take different sheets, larger ones those with the higher prices.
 */
export function sheetOf(product: Product, draws: Draws): Sheet | undefined {
  const { family, key, generation, tier } = product;
  const tiers = family.tiers
    .filter(
      (each) =>
        each.focus === tier.focus &&
        modeOf(each, family) === modeOf(tier, family) &&
        comesIn(family, each, key[1]),
    )
    .toSorted((one, other) => one.size - other.size);
  const sheets = listedThen(product, tiers.length, draws);
  const isOfItsTime = distanceOf(sheets, generation[1]) < PERIOD_MONTHS;
  if (sheets.length === 0 || !(isOfItsTime || eraOf(generation[1]) === 'recent')) return undefined;
  const place = tiers.indexOf(tier);
  return sheets[Math.min(place, sheets.length - 1)];
}

/** A sheet says nothing about older models that were listed longer before or after it than this. */
const PERIOD_MONTHS = 1.5;

/**
 * The suiting sheets that were listed nearest to the date of a generation, one for each of its tiers, of
 * the vendor for which these are nearest; of all such vendors when none has so many. A counterpart takes
 * the next nearest of its time, if there are any: a vendor would list the same model twice.
 */
function listedThen(product: Product, count: number, draws: Draws): readonly Sheet[] {
  const [, monthsOld] = product.generation;
  const share = draws('vendor', product.key[0]).number.float();
  const groups = sheetsOf(product.family)
    .map((group) => repriced(group, product.family, share))
    .map((group) => suiting(group, product));
  const enough = groups.filter((group) => group.length >= count);
  const choices = (enough.length === 0 ? [groups.flat()] : enough)
    .flatMap((group) => inLots(nearestTo(monthsOld, group), count))
    .toSorted((one, other) => distanceOf(one, monthsOld) - distanceOf(other, monthsOld));
  const ofItsTime = choices.filter((sheets) => distanceOf(sheets, monthsOld) < PERIOD_MONTHS);
  const chosen = ofItsTime[roundOf(product) % ofItsTime.length] ?? choices[0] ?? [];
  return chosen.toSorted((one, other) => one.price[1] - other.price[1]);
}

/** All that are as many as are asked for, and fewer where there are not so many. */
function inLots(sheets: readonly Sheet[], count: number): readonly (readonly Sheet[])[] {
  const lots = Math.max(Math.floor(sheets.length / count), 1);
  return Array.from({ length: lots }, (_, lot) => sheets.slice(lot * count, (lot + 1) * count));
}

function nearestTo(monthsOld: number, group: readonly Sheet[]): readonly Sheet[] {
  const distance = ({ age }: Sheet) => Math.abs(age - monthsOld);
  return group.toSorted((one, other) => distance(one) - distance(other));
}

/** Months between a date and the sheet that is farthest from it. */
function distanceOf(sheets: readonly Sheet[], monthsOld: number): number {
  return Math.max(...sheets.map(({ age }) => Math.abs(age - monthsOld)));
}

function suiting(group: readonly Sheet[], { family, tier }: Product): readonly Sheet[] {
  const { reasons } = family;
  const able = group.filter(
    ({ reasoning }) =>
      reasons === undefined || (reasons === 'always') === (reasoning !== undefined),
  );
  const inMode = able.filter(({ mode }) => mode !== undefined && mode === modeOf(tier, family));
  if (inMode.length > 0) return inMode;
  const plain = able.filter(({ mode }) => mode === undefined);
  const own = plain.filter(({ focus }) => focus === tier.focus);
  if (own.length > 0) return own;
  const fits = FITS[tier.focus];
  return plain.filter((sheet) => sheet.focus === undefined && fits?.(sheet) === true);
}

/** `beacon-fast` → `fast`, where its vendor lists such modes; for others "pro" is a larger model. */
function modeOf({ slug }: Tier, family: Family): string | undefined {
  const word = /(?:^|-)(pro|fast)$/.exec(slug)?.[1];
  return sheetsOf(family)
    .flat()
    .find(({ mode }) => mode !== undefined && mode === word)?.mode;
}

/** What a sheet of no purpose must be for a model that has one; the rest have no such sheet. */
const FITS: Readonly<Partial<Record<Focus, (sheet: Sheet) => boolean>>> = {
  general: () => true,
  roleplay: () => true,
  code: ({ parameters }) => parameters.includes('tools'),
  vision: ({ reads }) => reads.includes('image'),
  thinking: ({ reasoning }) => reasoning?.mandatory === true,
};
