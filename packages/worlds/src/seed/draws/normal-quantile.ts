/**
 * Returns the share of a bell curve below `deviations`, from 0 to 1. Abramowitz and Stegun 26.2.17,
 * whose error is under 10⁻⁷; rising throughout.
 */
export function normalQuantile(deviations: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(deviations));
  const density = Math.exp(-(deviations ** 2) / 2) / Math.sqrt(2 * Math.PI);
  const polynomial =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = density * polynomial;
  return deviations < 0 ? tail : 1 - tail;
}
