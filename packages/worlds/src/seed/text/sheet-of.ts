import { eraOf } from '../dates/era.ts';
import type { Draws } from '../draws/draws.ts';
import { valueAt } from '../draws/weighted.ts';
import type { Focus, Tier } from '../families/family.ts';
import { comesIn, type Product } from '../products/product.ts';
import type { Sheet } from '../sheets/sheet.ts';
import { sheetsOf } from '../sheets/sheets-of.ts';
import { standingOf } from './standing.ts';

/**
 * Returns the sheet by which a model of the last months is listed; undefined for older ones, and
 * for purposes that no sheet of its vendor suits. The tiers of a generation take different sheets,
 * larger ones those with the higher prices.
 */
export function sheetOf(product: Product, draws: Draws): Sheet | undefined {
  const { family, key, generation, tier } = product;
  if (eraOf(generation[1]) !== 'recent') return undefined;
  const tiers = family.tiers
    .filter(
      (each) =>
        each.focus === tier.focus && modeOf(each) === modeOf(tier) && comesIn(family, each, key[1]),
    )
    .toSorted((one, other) => one.size - other.size);
  const sheets = offeredTo(product, tiers.length, draws);
  if (sheets.length === 0) return undefined;
  const shares = tiers
    .map((each) => standingOf({ ...product, tier: each }, draws))
    .sort((one, other) => one - other);
  return sheets[placesOf(shares, sheets.length)[tiers.indexOf(tier)] ?? 0];
}

/** Places on a list of this length for ascending shares: no two alike while there are enough. */
function placesOf(shares: readonly number[], length: number): readonly number[] {
  let free = 0;
  return shares.map((share, position) => {
    const drawn = Math.floor(share * length);
    if (shares.length > length) return drawn;
    const place = Math.min(Math.max(drawn, free), length - shares.length + position);
    free = place + 1;
    return place;
  });
}

/**
 * The sheets that suit a model, of a vendor with so many; of all such vendors when none has. A family
 * keeps to one vendor: successive ones stand a golden section apart, so that all vendors occur.
 */
function offeredTo(product: Product, count: number, draws: Draws): readonly Sheet[] {
  const groups = sheetsOf(product.family).map((group) => suiting(group, product));
  const enough = groups.filter((group) => group.length >= count);
  if (enough.length === 0) {
    return groups.flat().toSorted((one, other) => one.price[1] - other.price[1]);
  }
  const place = (draws('vendor').number.float() + product.key[0] * GOLDEN_SECTION) % 1;
  return valueAt(
    enough.map((group) => [group, group.length]),
    place,
  );
}

const GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2;

function suiting(group: readonly Sheet[], { family, tier }: Product): readonly Sheet[] {
  const { reasons } = family;
  const able = group.filter(
    ({ reasoning }) =>
      reasons === undefined || (reasons === 'always') === (reasoning !== undefined),
  );
  const inMode = able.filter(({ mode }) => mode !== undefined && mode === modeOf(tier));
  if (inMode.length > 0) return inMode;
  const plain = able.filter(({ mode }) => mode === undefined);
  const own = plain.filter(({ focus }) => focus === tier.focus);
  if (own.length > 0) return own;
  const fits = FITS[tier.focus];
  return plain.filter((sheet) => sheet.focus === undefined && fits?.(sheet) === true);
}

/** `beacon-fast` → `fast` */
function modeOf({ slug }: Tier): string | undefined {
  return /(?:^|-)(pro|fast)$/.exec(slug)?.[1];
}

/** What a sheet of no purpose must be for a model that has one; the rest have no such sheet. */
const FITS: Readonly<Partial<Record<Focus, (sheet: Sheet) => boolean>>> = {
  general: () => true,
  roleplay: () => true,
  code: ({ parameters }) => parameters.includes('tools'),
  vision: ({ reads }) => reads.includes('image'),
  thinking: ({ reasoning }) => reasoning?.mandatory === true,
};
