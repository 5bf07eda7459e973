import type { Reasoning } from '@model-gateway/core';
import type { Focus } from '../families/family.ts';
import type { Era } from '../dates/era.ts';
import type { Weighted } from '../draws/weighted.ts';
import type { Recommended } from './recommended.ts';

/** A context length, and the completion limit that goes with it; null when the vendor names none. */
export type LimitPair = readonly [context: number, completion: number | null];

/**
 * What the listings of one vendor have in common, each as often as it was observed. Limits,
 * parameters and recommended values vary far more between vendors than among the models of one, so
 * they are never mixed.
 */
export interface VendorHabits {
  /** Shorter contexts first. A vendor without models of an era does as in the era nearest to it. */
  readonly limits: ByEra<LimitPair>;
  /** Of models over 27 months, where those had far shorter contexts. */
  readonly oldestLimits?: readonly Weighted<LimitPair>[];
  /** Of models made for a purpose. */
  readonly limitsByFocus?: Readonly<Partial<Record<Focus, readonly Weighted<LimitPair>[]>>>;
  readonly reasoning: ByEra<Reasoning>;
  /** Sets of names, alphabetical and separated by spaces, of models without and with reasoning. */
  readonly parameters: Readonly<Record<'plain' | 'reasoning', readonly Weighted<string>[]>>;
  /** Nothing in all eras by default. */
  readonly recommended?: ByEra<Recommended>;
  /** Share of moderated models. */
  readonly moderated: number;
}

export type ByEra<Value> = Readonly<Partial<Record<Era, readonly Weighted<Value>[]>>>;

const NEAREST: Readonly<Record<Era, readonly Era[]>> = {
  recent: ['recent', 'middle', 'old'],
  middle: ['middle', 'recent', 'old'],
  old: ['old', 'middle', 'recent'],
};

/** Returns the values of an era, or of the nearest one for which there are any; empty when none has. */
export function inEra<Value>(values: ByEra<Value>, era: Era): readonly Weighted<Value>[] {
  return NEAREST[era].map((each) => values[each] ?? []).find((list) => list.length > 0) ?? [];
}
