import type { Faker } from '@faker-js/faker';
import { normal } from '../draws/draws.ts';

/**
 * Observed: the ELO in websites for an intelligence index, which rises fast up to 40 and slowly beyond,
 * and its spread, which is the smaller the higher the index is.
 */
const LEVELS: readonly (readonly [index: number, elo: number, spread: number])[] = [
  [4, 960, 100],
  [12, 1065, 80],
  [25, 1145, 60],
  [34, 1222, 45],
  [41, 1277, 26],
  [48, 1290, 22],
  [53, 1294, 25],
  [58, 1330, 24],
  [64, 1352, 24],
];

/** Since these ages ELOs are higher for one index than now; since the second, lower for low ones. */
const BEFORE = { from: 5.2, until: 9, above: 48, sinceThen: 30 };
const WEAK = { index: 26, perPoint: -4.5 };

/** Returns the ELO around which the results of a model without agents lie. */
export function levelAt(intelligence: number, monthsOld: number, faker: Faker): number {
  const above = LEVELS.findIndex(([index]) => index > intelligence);
  const upper = LEVELS.at(above === -1 ? -1 : Math.max(above, 1));
  const lower = LEVELS.at(above === -1 ? -2 : Math.max(above, 1) - 1);
  if (upper === undefined || lower === undefined) throw new RangeError('expected two levels');
  const share = Math.min(Math.max((intelligence - lower[0]) / (upper[0] - lower[0]), 0), 1);
  const between = (from: number, to: number) => from + share * (to - from);
  const isOld = monthsOld >= BEFORE.until;
  const before = monthsOld >= BEFORE.from ? BEFORE.above : 0;
  const weak = isOld ? Math.max(WEAK.index - intelligence, 0) : 0;
  return (
    between(lower[1], upper[1]) +
    (isOld ? BEFORE.sinceThen : before) +
    WEAK.perPoint * weak +
    between(lower[2], upper[2]) * normal(faker)
  );
}
