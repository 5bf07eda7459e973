import type { Clock } from '@model-gateway/core';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** How much an outbox holds; it refuses what would not fit. */
export interface OutboxLimits {
  /** 100,000 by default. */
  readonly maxEntries?: number | undefined;
  /** Of all records together, in characters; 256 Mi by default. */
  readonly maxLength?: number | undefined;
}

/** How often the rows are counted; in between a process knows only what it added itself. */
const COUNT_EVERY_MS = 1000;

interface Fill {
  entries: number;
  length: number;
}

/** Says whether there is room for more rows, without counting them each time. */
export class OutboxRoom {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limits: Required<{ [Name in keyof OutboxLimits]: number }>;
  #known: Fill = { entries: 0, length: 0 };
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database, clock: Clock, { maxEntries, maxLength }: OutboxLimits) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = {
      maxEntries: maxEntries ?? 100_000,
      maxLength: maxLength ?? 256 * 1024 * 1024,
    };
  }

  /** Whether there is room for these rows, which are counted as added if there is. */
  async admits(rows: readonly { readonly payload_length: number }[]): Promise<boolean> {
    const isOld = this.#clock.now() - this.#countedAt > COUNT_EVERY_MS;
    if (isOld) await this.#count();
    if (this.#add(rows)) return true;
    // Something may have been delivered since.
    if (!isOld) await this.#count();
    return !isOld && this.#add(rows);
  }

  #add(rows: readonly { readonly payload_length: number }[]): boolean {
    const entries = this.#known.entries + rows.length;
    const length = rows.reduce((sum, row) => sum + row.payload_length, this.#known.length);
    if (entries > this.#limits.maxEntries || length > this.#limits.maxLength) return false;
    this.#known = { entries, length };
    return true;
  }

  async #count(): Promise<void> {
    const row = await this.#database.db
      .selectFrom('mg_outbox')
      .select(({ fn }) => [
        fn.countAll().as('entries'),
        sql<number | string>`coalesce(sum(payload_length), 0)`.as('length'),
      ])
      .executeTakeFirstOrThrow();
    this.#known = { entries: Number(row.entries), length: Number(row.length) };
    this.#countedAt = this.#clock.now();
  }
}
