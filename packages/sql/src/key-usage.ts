import type { Clock } from '@model-gateway/core';
import type { Database } from './database.ts';
import type { OnReport } from './report.ts';

/** The shortest time between two writes of a key's last use. */
const WRITE_EVERY_MS = 60_000;

/** Remembers when keys were used and writes it once a minute, never as part of a request. */
export class KeyUsage {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #report: OnReport;
  #used = new Map<string, number>();
  #cancel: (() => void) | undefined;

  constructor(database: Database, clock: Clock, report: OnReport) {
    this.#database = database;
    this.#clock = clock;
    this.#report = report;
  }

  note(hash: string): void {
    this.#used.set(hash, this.#clock.now());
    this.#cancel ??= this.#clock.after(WRITE_EVERY_MS, () => {
      this.#cancel = undefined;
      void this.write();
    });
  }

  /** Writes the noted uses. A failed write is retried a minute later. */
  async write(): Promise<void> {
    const used = this.#used;
    this.#used = new Map();
    if (used.size === 0) return;
    try {
      await this.#database.transaction(async (trx) => {
        // In one order, so that two processes do not deadlock.
        for (const [hash, at] of [...used].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
          await trx
            .updateTable('mg_keys')
            .set({ last_used_ms: at })
            .where('hash', '=', hash)
            .where(({ eb, or }) =>
              or([
                eb('last_used_ms', 'is', null),
                // Other processes write too.
                eb('last_used_ms', '<=', at - WRITE_EVERY_MS),
              ]),
            )
            .execute();
        }
      });
    } catch (error) {
      for (const [hash, at] of used) if (!this.#used.has(hash)) this.#used.set(hash, at);
      this.#report({ type: 'background-failed', task: 'writing when keys were last used', error });
    }
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    await this.write();
  }
}
