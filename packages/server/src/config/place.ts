import type { ConfigProblem } from './config-error.ts';

/** Line and column, counted from 1. */
export type Position = Pick<ConfigProblem, 'line' | 'column'>;

/** Where a value is written, and what is in it: members by name, items by position. */
export interface Place extends Position {
  readonly inside?: ReadonlyMap<string | number, Place>;
}

/** Returns where a member is written, by its keys from the root, or else its nearest parent. */
export function positionOf(root: Place, keys: readonly (string | number)[]): Position {
  let { line, column, inside } = root;
  for (const key of keys) {
    const next: Place | undefined = inside?.get(key);
    if (next === undefined) break;
    ({ line, column, inside } = next);
  }
  return { line, column };
}
