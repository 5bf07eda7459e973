import { TimeSlots } from './time-slots.ts';

const MINUTE_MS = 60_000;
const MINUTES = 31;

/** From one step of the scale to the next: a quantile is known to within 2.5 %. */
const STEP = Math.log(1.05);

/**
 * The distribution of a positive value over the last half hour. Counts values by the step of a
 * logarithmic scale and by the minute, so that its size does not depend on how many there are.
 */
export class RecentValues {
  readonly #minutes = new TimeSlots<Map<number, number>>(MINUTE_MS, MINUTES, () => new Map());

  add(value: number, now: number): void {
    if (!(value > 0) || value === Infinity) return;
    const counts = this.#minutes.at(now);
    const step = Math.floor(Math.log(value) / STEP);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }

  /**
   * Returns the value that this share of those of the last `ms` milliseconds, the best first, are not
   * worse than; undefined without any.
   */
  quantile(share: number, now: number, ms: number, best: 'low' | 'high'): number | undefined {
    const counts = new Map<number, number>();
    let sum = 0;
    for (const minute of this.#minutes.within(now, ms)) {
      for (const [step, count] of minute) {
        counts.set(step, (counts.get(step) ?? 0) + count);
        sum += count;
      }
    }
    const bestFirst = [...counts].toSorted(([a], [b]) => (best === 'low' ? a - b : b - a));
    let left = share * sum;
    for (const [step, count] of bestFirst) {
      left -= count;
      if (left <= 0) return Math.exp((step + 0.5) * STEP);
    }
    return undefined;
  }
}
