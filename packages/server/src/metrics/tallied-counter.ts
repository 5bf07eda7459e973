import { Counter, type OpenMetricsContentType, type Registry } from 'prom-client';

export interface TalliedCounterOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly registers: Registry<OpenMetricsContentType>[];
}

interface Sample<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  sum: number;
}

/** Samples by the values of their labels, one label after the other. */
interface Branch<Label extends string> {
  readonly branches: Map<string, Branch<Label>>;
  sample: Sample<Label> | undefined;
}

/**
 * A counter that adds up by itself and hands its sums over when metrics are read: one of prom-client
 * checks the labels each time, and joins them to one name.
 */
export class TalliedCounter<Label extends string> {
  readonly #labelNames: readonly Label[];
  readonly #samples: Sample<Label>[] = [];
  readonly #root: Branch<Label> = { branches: new Map(), sample: undefined };

  constructor({ name, help, labelNames, registers }: TalliedCounterOptions<Label>) {
    this.#labelNames = labelNames;
    const samples = this.#samples;
    // Registers itself.
    void new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      collect() {
        this.reset();
        for (const { labels, sum } of samples) this.inc(labels, sum);
      },
    });
  }

  /** Adds to the sum of these labels, which exists from then on; skips what no counter takes. */
  add(labels: Readonly<Record<Label, string>>, amount: number): void {
    let branch = this.#root;
    for (const name of this.#labelNames) branch = branchOf(branch, labels[name]);
    if (branch.sample === undefined) {
      branch.sample = { labels, sum: 0 };
      this.#samples.push(branch.sample);
    }
    // NaN, an infinite or a negative sum would fail every scrape from then on.
    if (amount > 0 && amount < Infinity) branch.sample.sum += amount;
  }
}

function branchOf<Label extends string>(from: Branch<Label>, value: string): Branch<Label> {
  const known = from.branches.get(value);
  if (known !== undefined) return known;
  const made: Branch<Label> = { branches: new Map(), sample: undefined };
  from.branches.set(value, made);
  return made;
}
