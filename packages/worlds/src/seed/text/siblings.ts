import { chance, type Draws } from '../draws/draws.ts';
import type { Faker } from '@faker-js/faker';
import type { Product } from '../products/product.ts';

/**
 * Places, from 0 to 1, in the lists of a vendor's habits that the tiers of one generation share: a
 * vendor documents them together.
 */
export interface Siblings {
  readonly reasoning: number;
  readonly parameters: number;
  readonly recommended: number;
  readonly cutoff: number;
  readonly cutoffAge: number;
  readonly cutoffDay: number;
  readonly moderated: number;
}

/**
 * Successive generations stand a golden section apart, so that a family goes through its vendor's
 * habits evenly whatever the seed.
 */
export function siblingsOf(
  { key: [family, generation] }: Pick<Product, 'key'>,
  draws: Draws,
): Siblings {
  const faker = draws('siblings', family);
  const place = () => (faker.number.float() + generation * GOLDEN_SECTION) % 1;
  return {
    reasoning: place(),
    parameters: place(),
    recommended: place(),
    cutoff: place(),
    cutoffAge: place(),
    cutoffDay: place(),
    moderated: place(),
  };
}

const GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2;

/** Share of the models that do as their siblings do. */
const ALIKE = 0.5;

/** Returns the place that the siblings share, or for some models one of their own. */
export function placeAmong(shared: number, faker: Faker): number {
  const isAlike = chance(faker, ALIKE);
  const own = faker.number.float();
  return isAlike ? shared : own;
}
