import type { Model } from '@model-gateway/core';
import type { Modalities } from '../architecture.ts';
import type { Product } from '../product.ts';

/** What is particular to a model that makes something other than text. */
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

/** What sheets are written from. */
export interface MediaFacts {
  readonly product: Product;
  readonly monthsOld: number;
  readonly size: number;
  /** What its line asks over the usual price: around 1. */
  readonly dearness: number;
}

/** A price between that of the smallest and of the largest model of a kind, geometric. */
export function between(smallest: number, largest: number, { size, dearness }: MediaFacts): number {
  return smallest * (largest / smallest) ** size * dearness;
}
