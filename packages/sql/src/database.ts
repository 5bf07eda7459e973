import type { Kysely, Transaction } from 'kysely';
import type { ColumnTypes } from './migrations/column-types.ts';
import type { Access } from './availability.ts';
import type { Schema } from './schema.ts';
import type { BuildStatement, Statement } from './statement.ts';

/** What differs between databases, by what it is for. Nothing outside `dialect/` asks which it is. */
export interface Database {
  /** For administration; goes through the same connections. */
  readonly db: Kysely<Schema>;
  readonly types: ColumnTypes;
  readonly credits: CreditBook;
  readonly changes: ChangeSource;
  /** Compiles a statement of the request path. */
  prepare<Values extends object, Row>(
    access: Access,
    build: BuildStatement<Values, Row>,
  ): Statement<Values, Row>;
  /**
   * Runs `work` in a transaction; after a conflict with another one it is undone and run again, a
   * bounded number of times.
   */
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  hasTable(name: keyof Schema): Promise<boolean>;
  /** Waits until no other process migrates; holds until the transaction ends. */
  lockMigrations(trx: Transaction<Schema>): Promise<void>;
  /** Tells other processes, once the transaction is committed, that something changed. */
  announce(trx: Transaction<Schema>): Promise<void>;
  close(): Promise<void>;
}

/** How a process finds out what others changed. */
export interface ChangeSource {
  /** Begins to watch; `refresh` reads what the revisions are now. */
  watch(refresh: () => Promise<void>): void;
  /**
   * Looks whether something changed, if that costs next to nothing: the revisions if so. Undefined
   * where it did not look, as where changes are told.
   */
  look(): readonly Revision[] | 'unchanged' | undefined;
}

export interface Revision {
  readonly topic: string;
  readonly revision: string;
}

/** The atomic steps of the ledger. Amounts are plain digits. */
export interface CreditBook {
  /** Whether the account is there, is active and has this much free. */
  reserve(reservation: NewReservation): Promise<boolean>;
  /** Ends a reservation with a charge of at most its amount; false when there is none to end. */
  end(end: {
    readonly id: string;
    readonly charge: string;
    readonly now: number;
  }): Promise<boolean>;
  /** Frees what expired and was not ended; how many reservations those were. */
  sweep(now: number): Promise<number>;
  /** Adds to the balance; false for an unknown account. */
  grant(grant: Grant): Promise<boolean>;
}

export interface NewReservation {
  readonly id: string;
  readonly accountId: string;
  readonly amount: string;
  readonly expires: number;
}

export interface Grant {
  readonly accountId: string;
  readonly amount: string;
  readonly note: string | null;
  readonly now: number;
}
