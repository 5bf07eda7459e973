import { chance, type Draws } from './draws.ts';
import type { Product } from './product.ts';
import { monthsOldAt } from './reference-date.ts';

/** Observed: 7 % of names have no author, most of them aliases, routers and old listings. */
const NO_AUTHOR = { recent: 0.03, old: 0.08 };
/** Observed: 3 of 341. */
const TRAILING_BLANK = 0.01;

/** Returns the display name: `Orrery: SXT-5.2-Mini`. Some have no author, or end in a blank. */
export function modelName(product: Product, created: number, index: number, draws: Draws): string {
  const faker = draws('name', index);
  const isOld = monthsOldAt(created) > 15;
  const name = chance(faker, isOld ? NO_AUTHOR.old : NO_AUTHOR.recent)
    ? product.name
    : `${product.author.name}: ${product.name}`;
  return chance(faker, TRAILING_BLANK) ? `${name} ` : name;
}
