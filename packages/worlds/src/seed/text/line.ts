import { normal, type Draws } from '../draws/draws.ts';
import type { Product } from '../products/product.ts';

/**
 * Traits that all generations of one tier of a family share: their position among similar models,
 * as quantiles from 0 to 1. Compared with thresholds that move with time they make a line gain
 * images or reasoning in one generation and keep it in the next.
 */
export interface Line {
  readonly reasoning: number;
  readonly modalities: number;
  readonly tools: number;
  /** Deviations from the usual price and context, of a bell curve. */
  readonly price: number;
  readonly context: number;
}

export function lineOf({ key: [family], family: { tiers }, tier }: Product, draws: Draws): Line {
  const faker = draws('line', family, tiers.indexOf(tier));
  const quantile = () => faker.number.float();
  return {
    reasoning: quantile(),
    modalities: quantile(),
    tools: quantile(),
    price: normal(faker),
    context: normal(faker),
  };
}
