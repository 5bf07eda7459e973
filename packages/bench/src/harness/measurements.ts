import { median, quantile, ratios } from '../statistics.ts';
import { noiseOf } from '../verdict.ts';
import type { Sample } from './case.ts';

/** The results of a suite, by case: the rounds of each start of its servers. */
export class Measurements<Name extends string> {
  readonly #starts: ReadonlyMap<Name, Sample>[][] = [];

  /** Adds the rounds between one start of the servers and their end. */
  addStart(rounds: readonly ReadonlyMap<Name, Sample>[]): void {
    this.#starts.push([...rounds]);
  }

  /**
   * CPU time of one case over that of another, start by start. A case that was measured twice may
   * be given by both names; then it is their mean.
   */
  ratio(dividend: Name | readonly [Name, Name], divisor: Name): number[] {
    const dividends = typeof dividend === 'string' ? this.#cpu(dividend) : this.#meanCpu(dividend);
    return ratios(dividends, this.#cpu(divisor));
  }

  /** Returns how much two measurements of the same thing differ. */
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
   * CPU microseconds per request, start by start: the lower quartile of its rounds. Whatever else the
   * machine does makes rounds slower and never quicker; but the quickest of all would be one in
   * which nothing was collected.
   */
  #cpu(name: Name): number[] {
    return this.#starts.map((rounds) =>
      quantile(
        rounds.flatMap((round) => round.get(name)?.cpuMicroseconds ?? []),
        0.25,
      ),
    );
  }

  #meanCpu([one, again]: readonly [Name, Name]): number[] {
    const others = this.#cpu(again);
    return this.#cpu(one).map((cpu, start) => (cpu + (others[start] ?? Number.NaN)) / 2);
  }

  #of(name: Name): readonly Sample[] {
    return this.#starts.flat().flatMap((round) => round.get(name) ?? []);
  }
}
