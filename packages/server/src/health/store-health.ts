import type { StoreReport } from '@model-gateway/sql';

/** The store as far as probes of readiness ask it. */
export interface ProbedStore {
  /** Rejects while the store cannot be read. */
  read(): Promise<unknown>;
  /** Changes something, and rejects while the store cannot be written. */
  write(): Promise<void>;
}

/**
 * Decides whether a store is fit for requests. It is only written after a write failed: a full disk
 * and a read-only database can still be read.
 */
export class StoreHealth {
  #isDoubtful = false;

  /** Listens to the store. That a write went well says little: one without a change does. */
  note(report: StoreReport): void {
    if (report.type === 'outage' && report.of === 'writes') this.#isDoubtful = true;
  }

  /** Rejects while the store cannot be read or written. */
  async ping({ read, write }: ProbedStore): Promise<void> {
    await read();
    if (!this.#isDoubtful) return;
    await write();
    this.#isDoubtful = false;
  }
}
