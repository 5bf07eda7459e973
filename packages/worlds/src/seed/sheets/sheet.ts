import type { Reasoning } from '@model-gateway/core';
import type { Focus } from '../families/family.ts';
import type { Recommended } from '../habits/recommended.ts';
import type { PriceRow } from '../prices/price-row.ts';

/**
 * What one listing of the last months says, as a whole. Readers found generated records by members of
 * two generations in one: the price of one with the context and the long-prompt step of another.
 */
export interface Sheet {
  /** Months from the listing to the day of the catalog. */
  readonly age: number;
  /** Of models made for a purpose. */
  readonly focus?: Focus;
  /** Of models that are another one at more effort or speed: only tiers that say so are listed by it. */
  readonly mode?: 'pro' | 'fast';
  readonly price: PriceRow;
  /** The context, the completion limit, and what the best host offers of the context if not all. */
  readonly limits: readonly [context: number, completion: number | null, offered?: number];
  /** Inputs in the order in which the vendor writes them: `text+image+file`. */
  readonly reads: string;
  /** Names, alphabetical and separated by spaces. */
  readonly parameters: string;
  /** Missing when the model does not reason. */
  readonly reasoning?: Reasoning;
  readonly recommended?: Recommended;
  readonly moderated?: true;
  /** Ability on the scale of the intelligence index, where it was measured. */
  readonly score?: number;
}

/**
 * Sheets by vendor and kind, or by kind alone: there each group is of one vendor. Cheaper ones come
 * first in a group.
 */
export type Sheets = Readonly<Record<string, readonly (readonly Sheet[])[]>>;
