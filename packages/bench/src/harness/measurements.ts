import { median, ratios } from '../statistics.ts';
import { noiseOf } from '../verdict.ts';
import type { Sample } from './case.ts';

/** What the rounds of a suite gave, by case. */
export class Measurements<Name extends string> {
  readonly #samples = new Map<Name, Sample[]>();

  /** Adds what one round gave. */
  add(round: ReadonlyMap<Name, Sample>): void {
    for (const [name, sample] of round) {
      const samples = this.#samples.get(name);
      if (samples === undefined) this.#samples.set(name, [sample]);
      else samples.push(sample);
    }
  }

  /** CPU time of one case over that of another, round by round. */
  ratio(dividend: Name, divisor: Name): number[] {
    return ratios(this.#cpu(dividend), this.#cpu(divisor));
  }

  /** How much two measurements of the same thing differ. */
  noise(one: Name, again: Name): number {
    return noiseOf(this.ratio(one, again));
  }

  /** p99 over p50 of the latency, round by round. */
  tail(name: Name): number[] {
    return this.#of(name).map(
      ({ p50Milliseconds, p99Milliseconds }) => p99Milliseconds / p50Milliseconds,
    );
  }

  /** Median CPU microseconds per request of every case. */
  summary(): Record<string, number> {
    return Object.fromEntries(
      [...this.#samples.keys()].map((name) => [name, median(this.#cpu(name))]),
    );
  }

  #cpu(name: Name): number[] {
    return this.#of(name).map(({ cpuMicroseconds }) => cpuMicroseconds);
  }

  #of(name: Name): readonly Sample[] {
    return this.#samples.get(name) ?? [];
  }
}
