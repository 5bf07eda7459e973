import { bounded, type Bounds } from '../draws/bounded.ts';
import { normal, type Draws } from '../draws/draws.ts';
import type { House } from '../families/family.ts';
import { publishesWeights } from '../products/identity.ts';
import type { Product } from '../products/product.ts';
import type { Sheet } from '../sheets/sheet.ts';
import { monthsOldAt } from '../dates/reference-date.ts';
import { createdOf, releasedOf } from '../products/release-date.ts';
import { eraOf, type Era } from '../dates/era.ts';
import { lineOf, type Line } from './line.ts';
import { sheetOf } from './sheet-of.ts';
import { siblingsOf, type Siblings } from './siblings.ts';

/** The facts from which the listing of a text model follows. */
export interface Traits {
  readonly product: Product;
  readonly house: House;
  readonly line: Line;
  readonly siblings: Siblings;
  /** By which it is listed as a whole, if it is of the last months. */
  readonly sheet: Sheet | undefined;
  /** True when the weights are published. */
  readonly open: boolean;
  /** Unix seconds. */
  readonly created: number;
  readonly monthsOld: number;
  readonly era: Era;
  /** Of the release that it is or derives from, which is what it was trained with. */
  readonly releaseEra: Era;
  readonly releaseMonthsOld: number;
  readonly reasons: boolean;
  /** On the scale of the intelligence index, about 5 to 62. */
  readonly intelligence: number;
}

export function traitsOf(product: Product, index: number, draws: Draws): Traits {
  const { house } = product.family;
  const released = releasedOf(product, draws);
  const created = createdOf(product, draws);
  const releaseMonthsOld = monthsOldAt(released);
  const monthsOld = monthsOldAt(created);
  const line = lineOf(product, draws);
  const sheet = sheetOf(product, draws);
  const reasons =
    sheet === undefined
      ? doesReason(product, releaseMonthsOld, line)
      : sheet.reasoning !== undefined;
  return {
    product,
    house,
    line,
    siblings: siblingsOf(product, draws),
    sheet,
    open: publishesWeights(product),
    created,
    monthsOld,
    era: eraOf(monthsOld),
    releaseEra: eraOf(releaseMonthsOld),
    releaseMonthsOld,
    reasons,
    intelligence:
      sheet?.score === undefined
        ? intelligenceOf(product, releaseMonthsOld, reasons, index, draws)
        : scoredNear(sheet.score, index, draws),
  };
}

/**
 * Observed share of reasoning models by age in months: 87 % under 7, 65 % to 13, 50 % to 19, 3 % to
 * 25, none beyond. A line that reasons does so in every later generation. The figures here are
 * higher because chat and fiction models never do.
 */
const REASONING_SINCE: readonly (readonly [monthsOld: number, share: number])[] = [
  [7, 0.94],
  [13, 0.74],
  [19, 0.52],
  [25, 0.05],
];

/** Observed: of three guards the two newer ones reason. */
const GUARDS_REASON_UNDER = 13;

function doesReason({ family, tier }: Product, monthsOld: number, line: Line): boolean {
  if (family.reasons === 'never') return false;
  if (tier.focus === 'guard') return monthsOld < GUARDS_REASON_UNDER;
  if (family.reasons === 'always' || tier.focus === 'thinking') return true;
  if (tier.focus === 'chat' || tier.focus === 'roleplay') return false;
  const share = REASONING_SINCE.find(([limit]) => monthsOld < limit)?.[1] ?? 0;
  return line.reasoning < share;
}

/** Ability by kind of vendor at equal size and age: the largest lead, open weights follow. */
const ADVANTAGE: Readonly<Record<House, number>> = {
  flagship: 1.15,
  assistant: 1.14,
  multimodal: 1.1,
  cloud: 1,
  open: 1,
  community: 0.7,
};

/** What a model that is sold for as much scores, and by how much models differ that are. */
function scoredNear(score: number, index: number, draws: Draws): number {
  return bounded(score + NEAR * normal(draws('intelligence', index)), INTELLIGENCE);
}

const NEAR = 1.5;

const ABILITIES: Bounds = { lowest: 0, highest: 1.02, bend: 0.12 };
const INTELLIGENCE: Bounds = { lowest: 3.8, highest: 63, bend: 3 };

/**
 * Observed medians of the index: 39 under 7 months of age, 18 to 13, 14 to 19, 8 beyond; at one age
 * the largest models score three times what the smallest do.
 */
function intelligenceOf(
  { family, tier }: Product,
  monthsOld: number,
  reasons: boolean,
  index: number,
  draws: Draws,
): number {
  const progress = Math.exp(-((Math.max(monthsOld, 0) / 12) ** 1.15));
  const ability = (0.25 + 0.98 * tier.size) * ADVANTAGE[family.house] * (reasons ? 1 : 0.72);
  const noise = 2 * normal(draws('intelligence', index));
  return bounded(5.5 + 57 * progress * bounded(ability, ABILITIES) + noise, INTELLIGENCE);
}
