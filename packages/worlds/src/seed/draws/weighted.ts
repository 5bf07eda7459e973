/** A value, and how often it was observed. */
export type Weighted<Value> = readonly [value: Value, weight: number];

/** Returns the value at a share, from 0 up to but not including 1, of a list of weighted values. */
export function valueAt<Value>(list: readonly Weighted<Value>[], share: number): Value {
  const total = list.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = share * total;
  for (const [value, weight] of list) {
    rest -= weight;
    if (rest < 0) return value;
  }
  const last = list.at(-1);
  if (last === undefined) throw new RangeError('expected a list with values');
  return last[0];
}
