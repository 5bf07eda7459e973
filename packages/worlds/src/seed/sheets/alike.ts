import type { Sheet } from './sheet.ts';

/** Returns sheets that have all members of `shared`, except where their own say otherwise. */
export function alike<Shared extends Partial<Sheet>>(
  shared: Shared,
  own: readonly (Omit<Sheet, keyof Shared> & Partial<Sheet>)[],
): readonly Sheet[] {
  // Each member of a sheet is in `shared` or in its own: see the parameters.
  return own.map((sheet) => ({ ...shared, ...sheet }) as Sheet);
}
