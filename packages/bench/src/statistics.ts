/** The value below which `fraction` of the values lie, interpolated; NaN for none. */
export function quantile(values: Iterable<number>, fraction: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: Iterable<number>): number {
  return quantile(values, 0.5);
}

/** Half the distance between the quartiles as a fraction of the median: "±3 %" is 0.03. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / Math.abs(median(values));
}

/** Divides pair by pair, because a machine that is slow for a while is so for both sides of a pair. */
export function ratios(dividends: readonly number[], divisors: readonly number[]): number[] {
  if (dividends.length !== divisors.length) {
    throw new RangeError(`${dividends.length} values cannot be divided by ${divisors.length}`);
  }
  return dividends.map((dividend, pair) => dividend / (divisors[pair] ?? Number.NaN));
}
