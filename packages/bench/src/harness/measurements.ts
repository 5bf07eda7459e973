import { median, ratios } from '../statistics.ts';
import { noiseOf } from '../verdict.ts';
import type { Sample } from './case.ts';

/** What a suite gave, by case: the rounds of each start of its servers. */
export class Measurements<Name extends string> {
  readonly #starts: ReadonlyMap<Name, Sample>[][] = [];

  /** Adds the rounds between one start of the servers and their end. */
  addStart(rounds: readonly ReadonlyMap<Name, Sample>[]): void {
    this.#starts.push([...rounds]);
  }

  /** CPU time of one case over that of another, start by start. */
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
    const names = [...(this.#starts[0]?.[0]?.keys() ?? [])];
    return Object.fromEntries(names.map((name) => [name, median(this.#cpu(name))]));
  }

  /**
   * CPU microseconds per request, start by start: of the quickest round, since whatever else the
   * machine does can make a round slower but never quicker.
   */
  #cpu(name: Name): number[] {
    return this.#starts.map((rounds) =>
      Math.min(...rounds.flatMap((round) => round.get(name)?.cpuMicroseconds ?? [])),
    );
  }

  #of(name: Name): readonly Sample[] {
    return this.#starts.flat().flatMap((round) => round.get(name) ?? []);
  }
}
