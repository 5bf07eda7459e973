import type { Draws } from '../draws/draws.ts';
import { monthsOldAt } from '../dates/reference-date.ts';
import { crossed } from './crossed.ts';
import { listedAt } from './dates.ts';
import { lineOf, type Line } from './line.ts';
import type { Focus, Prototype } from './prototype.ts';
import { written } from './written.ts';

/** A prototype as a model of a world, before its numbers are drawn. */
export interface Product {
  readonly prototype: Prototype;
  readonly line: Line;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Unix seconds. */
  readonly created: number;
  readonly focus: Focus;
  /** 0 is the smallest model on the market, 1 the largest, by its price. */
  readonly size: number;
  /** On the scale of the intelligence index. */
  readonly intelligence: number;
}

/** Returns the model of a prototype in a round, from 0. */
export function productOf(position: number, round: number, draws: Draws): Product {
  const prototype = crossed(position, round, draws);
  const line = lineOf(prototype.family, round, draws);
  const created = listedAt(prototype, line, round, draws);
  const of = (template: string) => written(template, line, created);
  const { id, slug = '' } = prototype;
  const plain = id.replace(/:.*$/, '');
  const size = sizeOf(prototype);
  return {
    prototype,
    line,
    id: `${line.vendor.slug}/${of(id)}`,
    slug: `${line.vendor.slug}/${of(slug === '' || slug.startsWith('-') ? plain + slug : slug)}`,
    name: of(prototype.name),
    created,
    focus: prototype.focus ?? 'general',
    size,
    intelligence: prototype.index?.[0] ?? intelligenceAt(monthsOldAt(created), size),
  };
}

/** Dollars per million output tokens of the smallest and the largest models. */
const CHEAPEST = 0.05;
const MOST_EXPENSIVE = 90;
const USUAL_SIZE = 0.4;

function sizeOf({ price }: Prototype): number {
  const dollars = price.completion ?? 0;
  if (dollars <= 0) return USUAL_SIZE;
  const share = Math.log(dollars / CHEAPEST) / Math.log(MOST_EXPENSIVE / CHEAPEST);
  return Math.min(Math.max(share, 0), 1);
}

/** Of models without an index: newer and larger ones lead. */
function intelligenceAt(monthsOld: number, size: number): number {
  return 6 + 45 * Math.exp(-monthsOld / 13) * (0.3 + 0.7 * size);
}
