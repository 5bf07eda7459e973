import type { OutboxEntry } from '@model-gateway/core';

interface Waiting {
  readonly entry: OutboxEntry;
  readonly done: (isStored: boolean) => void;
}

const ENTRIES_AT_ONCE = 256;
/** More would only wait for a storage that cannot keep up. */
const MOST_WAITING = 5000;
const MOST_WAITING_LENGTH = 16 * 1024 * 1024;

/**
 * Writes entries in groups: while one group is being stored the next one gathers, so that a slow
 * storage gets fewer and larger writes. What is too much for it is not stored.
 */
export class OutboxWriter {
  readonly #append: (entries: readonly OutboxEntry[]) => Promise<boolean>;
  #waiting: Waiting[] = [];
  #length = 0;
  #underWay: readonly Waiting[] = [];
  #running: Promise<void> | undefined;
  #isGivenUp = false;

  /** @param append Resolves with whether all of them were stored; never rejects. */
  constructor(append: (entries: readonly OutboxEntry[]) => Promise<boolean>) {
    this.#append = append;
  }

  write(entry: OutboxEntry, done: (isStored: boolean) => void): void {
    const length = this.#length + entry.payload.length;
    const isTooMuch = this.#waiting.length >= MOST_WAITING || length > MOST_WAITING_LENGTH;
    if (isTooMuch || this.#isGivenUp) return done(false);
    this.#waiting.push({ entry, done });
    this.#length = length;
    this.#running ??= this.#run();
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  /** Calls everyone who still waits: their entries may be stored or not. */
  giveUp(): void {
    this.#isGivenUp = true;
    const left = [...this.#underWay, ...this.#waiting];
    this.#underWay = [];
    this.#waiting = [];
    for (const { done } of left) done(false);
  }

  async #run(): Promise<void> {
    // What is observed in the same turn is one group.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, ENTRIES_AT_ONCE);
      this.#underWay = group;
      for (const { entry } of group) this.#length -= entry.payload.length;
      const isStored = await this.#append(group.map(({ entry }) => entry));
      if (this.#underWay !== group) return;
      this.#underWay = [];
      for (const { done } of group) done(isStored);
    }
    this.#running = undefined;
  }
}
