import { median, quantile, ratios } from '../statistics.ts';
import { noiseOf } from '../verdict.ts';
import type { Sample } from './case.ts';

/** What is compared of two cases. */
export type Figure = (sample: Sample) => number;

const cpuOf: Figure = ({ cpuMicroseconds }) => cpuMicroseconds;

/** The results of a suite, by case: the rounds of each start of its servers. */
export class Measurements<Name extends string> {
  readonly #starts: ReadonlyMap<Name, Sample>[][] = [];

  /** Adds the rounds between one start of the servers and their end. */
  addStart(rounds: readonly ReadonlyMap<Name, Sample>[]): void {
    this.#starts.push([...rounds]);
  }

  /**
   * A figure of one case over that of another, start by start; CPU time unless another is named. A
   * case that was measured twice may be given by both names; then it is their mean.
   */
  ratio(
    dividend: Name | readonly [Name, Name],
    divisor: Name | readonly [Name, Name],
    figure: Figure = cpuOf,
  ): number[] {
    return ratios(this.#figures(dividend, figure), this.#figures(divisor, figure));
  }

  /** A figure of one case less that of another, start by start; names as in `ratio`. */
  difference(
    minuend: Name,
    subtrahend: Name | readonly [Name, Name],
    figure: Figure = cpuOf,
  ): number[] {
    const others = this.#figures(subtrahend, figure);
    return this.#figures(minuend, figure).map(
      (each, start) => each - (others[start] ?? Number.NaN),
    );
  }

  /** CPU time per request of one case, start by start. */
  cpuMilliseconds(name: Name): number[] {
    return this.#figures(name, cpuOf).map((microseconds) => microseconds / 1000);
  }

  /** Returns how much two measurements of the same thing differ. */
  noise(one: Name, again: Name, figure: Figure = cpuOf): number {
    return noiseOf(this.ratio(one, again, figure));
  }

  /** p99 over p50 of the latency, round by round. */
  tail(name: Name): number[] {
    return this.#of(name).map(
      ({ p50Milliseconds, p99Milliseconds }) => p99Milliseconds / p50Milliseconds,
    );
  }

  /** Median of a figure of every case over the starts, CPU microseconds unless another is named. */
  summary(figure: Figure = cpuOf): Record<string, number> {
    const names = [...(this.#starts[0]?.[0]?.keys() ?? [])];
    return Object.fromEntries(names.map((name) => [name, median(this.#figures(name, figure))]));
  }

  /**
   * A figure start by start: the lower quartile of the rounds. Whatever else the machine does makes
   * rounds slower and never quicker; but the quickest of all would be one in which nothing was
   * collected.
   */
  #figures(names: Name | readonly [Name, Name], figure: Figure): number[] {
    if (typeof names !== 'string') {
      const [one, others] = names.map((name) => this.#figures(name, figure));
      return (one ?? []).map((each, start) => (each + (others?.[start] ?? Number.NaN)) / 2);
    }
    return this.#starts.map((rounds) => {
      const samples = rounds.flatMap((round) => round.get(names) ?? []);
      return quantile(samples.map(figure), 0.25);
    });
  }

  #of(name: Name): readonly Sample[] {
    return this.#starts.flat().flatMap((round) => round.get(name) ?? []);
  }
}
