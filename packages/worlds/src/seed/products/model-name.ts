import { chance, type Draws } from '../draws/draws.ts';
import type { Product } from './product.ts';
import { monthsOldAt } from '../dates/reference-date.ts';

/** Observed: beside aliases and routers, a tenth of the listings over 15 months old have no author. */
const NO_AUTHOR = 0.1;
/** Observed: 3 of 341. */
const TRAILING_BLANK = 0.01;

/** Returns the display name: `Orrery: SXT-5.2-Mini`. Some have no author, or end in a blank. */
export function modelName(product: Product, created: number, index: number, draws: Draws): string {
  const faker = draws('name', index);
  const isOld = monthsOldAt(created) > 15;
  const name =
    chance(faker, NO_AUTHOR) && isOld ? product.name : `${product.author.name}: ${product.name}`;
  return chance(faker, TRAILING_BLANK) ? `${name} ` : name;
}
