import type { Clock, TelemetryOutbox } from '@model-gateway/core';

export interface OutboxChangesOptions {
  readonly outbox: TelemetryOutbox;
  readonly clock: Clock;
  readonly holder: string;
  /** Runs a statement; undefined where it failed. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | undefined>;
}

/** How long until records of an unreachable destination may be claimed again. */
const PAUSE_MS = 60_000;

/** Ends of entries that the outbox has to hear of: in groups, and again until it has heard. */
export class OutboxChanges {
  readonly #options: OutboxChangesOptions;
  #removed = new Set<string>();
  #released = new Set<string>();
  #running: Promise<void> | undefined;

  constructor(options: OutboxChangesOptions) {
    this.#options = options;
  }

  remove(id: string): void {
    this.#removed.add(id);
    void this.flush();
  }

  release(id: string): void {
    this.#released.add(id);
    void this.flush();
  }

  /** Resolves when everything is written, or when the outbox failed. Never rejects. */
  flush(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    // What ends in the same turn is one group.
    await Promise.resolve();
    const { outbox, clock, holder } = this.#options;
    let isWell = true;
    while (isWell && this.#removed.size + this.#released.size > 0) {
      const [removed, released] = [this.#removed, this.#released];
      this.#removed = new Set();
      this.#released = new Set();
      const notBefore = clock.now() + PAUSE_MS;
      const isRemoved = await this.#write(removed, (ids) => outbox.remove(ids));
      const isReleased = await this.#write(released, (ids) =>
        outbox.release(ids, { holder, notBefore }),
      );
      if (!isRemoved) for (const id of removed) this.#removed.add(id);
      if (!isReleased) for (const id of released) this.#released.add(id);
      isWell = isRemoved && isReleased;
    }
    this.#running = undefined;
  }

  async #write(
    ids: ReadonlySet<string>,
    write: (ids: readonly string[]) => Promise<void>,
  ): Promise<boolean> {
    if (ids.size === 0) return true;
    const done = await this.#options.run(async () => {
      await write([...ids]);
      return true;
    });
    return done === true;
  }
}
