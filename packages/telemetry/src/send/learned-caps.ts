import type { Caps } from '../kinds/exporter-kind.ts';

const LEARNED_FOR_MS = 600_000;

/** Fewer records per batch than a receiver's documents say, learned from a 413; for ten minutes. */
export class LearnedCaps {
  #records = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  learn(records: number, now: number): void {
    this.#records = records;
    this.#until = now + LEARNED_FOR_MS;
  }

  within(caps: Caps, now: number): Caps {
    if (this.#until <= now) return caps;
    return { ...caps, records: Math.min(caps.records, this.#records) };
  }
}
