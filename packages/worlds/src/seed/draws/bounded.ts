/** Between what values lie, and how far from either end they begin to be drawn in. */
export interface Bounds {
  readonly lowest: number;
  readonly highest: number;
  readonly bend: number;
}

/**
 * Returns a value within bounds without gathering the ones beyond at a bound: within `bend` of it,
 * the further a value is, the less further it gets.
 */
export function bounded(value: number, { lowest, highest, bend }: Bounds): number {
  const over = value - (highest - bend);
  if (over > 0) return highest - bend * Math.exp(-over / bend);
  const under = lowest + bend - value;
  return under > 0 ? lowest + bend * Math.exp(-under / bend) : value;
}
