import type { Model } from '@model-gateway/core';
import type { Modalities } from '../products/architecture.ts';
import type { Product } from '../products/product.ts';

/** The members that differ between kinds of model that make something other than text. */
export interface MediaSheet extends Modalities {
  /** Null where tokens are not what its input is measured in. */
  readonly contextLength: number | null;
  readonly maxCompletionTokens?: number;
  readonly pricing: Model['pricing'];
  readonly parameters?: Model['supported_parameters'];
  readonly voices?: readonly string[];
  readonly benchmarks?: Model['benchmarks'];
  /** Completes "… model by Acme for". */
  readonly purpose: string;
}

/** The input of a sheet. */
export interface MediaFacts {
  readonly product: Product;
  readonly monthsOld: number;
  readonly size: number;
  /** Its line's price over the usual price: around 1. */
  readonly expense: number;
}

/** Interpolates between the price of the smallest and of the largest model of a kind, geometrically. */
export function between(smallest: number, largest: number, { size, expense }: MediaFacts): number {
  return smallest * (largest / smallest) ** size * expense;
}
