import type { Page, PageRequest, Subject } from '@model-gateway/core';
import type { BudgetWindow } from '@model-gateway/core/kit';
import type { Kysely, Transaction } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Access } from './availability.ts';
import type { GenerationRow } from './generation-rows.ts';
import type { Schema } from './schema.ts';
import type { BuildStatement, Statement } from './statement.ts';

/**
 * Everything that differs between databases, by purpose. No code outside `dialect/` asks which
 * database it is.
 */
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
   * Runs `work` in a transaction; after a conflict with another one it is rolled back and run
   * again, a bounded number of times.
   */
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which only reads, over the content of one moment: others go on writing, which `work`
   * does not see.
   */
  snapshot<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  hasTable(name: keyof Schema): Promise<boolean>;
  /** Waits until no other process migrates, and locks others out until the transaction ends. */
  lockMigrations(trx: Transaction<Schema>): Promise<void>;
  /** Announces to other processes, once the transaction is committed, that something changed. */
  announce(trx: Transaction<Schema>): Promise<void>;
  close(): Promise<void>;
}

/** Finds out what other processes changed. */
export interface ChangeSource {
  /** Begins to watch; `refresh` reads the current revisions. */
  watch(refresh: () => Promise<void>): void;
  /**
   * Checks for changes if that costs next to nothing, and returns the revisions if there are any.
   * Undefined if it did not check, as where changes are announced.
   */
  look(): readonly Revision[] | 'unchanged' | undefined;
}

export interface Revision {
  readonly topic: string;
  readonly revision: string;
}

/** The atomic steps of the ledger. Amounts are plain digits. */
export interface CreditBook {
  /**
   * Reserves, unless the account or a budget does not suffice. A budget whose window is not counted
   * yet is counted first, without missing anything that happens meanwhile.
   */
  reserve(reservation: NewReservation): Promise<ReserveOutcome>;
  /** Returns what subjects of one kind have spent, of those that have; in no order. */
  spent(query: SpentQuery): Promise<readonly SpentRow[]>;
  /**
   * Ends a reservation with a charge of at most its amount, and records what it is for; does nothing
   * for one that has ended.
   */
  end(end: ReservationEnd): Promise<void>;
  /** Records a generation, once, and adds it to the sums of its day. */
  record(generation: GenerationRow): Promise<void>;
  /**
   * Returns exact sums of what was used: the newest day first where days are apart, then what cost
   * most, then by the columns that are apart.
   */
  usage<Column extends UsageColumn>(query: UsageQuery<Column>): Promise<Page<UsageRow<Column>>>;
  /** Frees expired reservations; returns their number. */
  sweep(now: number): Promise<number>;
  /** Adds to the balance; does nothing for an unknown account. */
  grant(grant: Grant): Promise<void>;
}

export interface NewReservation {
  readonly id: string;
  /** Empty where no account pays. */
  readonly accountId: string;
  readonly amount: string;
  readonly expires: number;
  /** Who spends, and on which UTC day; undefined where only the account counts, without budgets. */
  readonly spender: DatedSpender | undefined;
  readonly budgets: readonly WindowBudget[];
}

export interface DatedSpender {
  readonly day: string;
  readonly key: string;
  /** Null where an older version reserved. */
  readonly user: string | null;
  readonly workspace: string;
  readonly organization: string | null;
}

/** Days of a subject, `YYYY-MM-DD`, both included. */
export interface SubjectWindow extends Subject {
  /** The kind of the row of `mg_spending` that counts it. */
  readonly counter: string;
  readonly first: string;
  readonly last: string;
}

/** A budget in plain digits, with its window. */
export interface WindowBudget extends SubjectWindow {
  readonly usd: string;
}

export type ReserveOutcome =
  | 'reserved'
  /** The account does not exist, is not active or has too little free. */
  | 'account'
  /** This budget does not suffice; `used` is what is spent and reserved of it. */
  | { readonly budget: WindowBudget; readonly used: string };

export interface SpentQuery {
  readonly kind: Subject['kind'];
  readonly ids: readonly string[];
  readonly month: Pick<BudgetWindow, 'firstDay' | 'lastDay'>;
  readonly week: Pick<BudgetWindow, 'firstDay' | 'lastDay'>;
  readonly day: string;
}

export interface SpentRow {
  readonly id: string;
  readonly total: string;
  readonly monthly: string;
  readonly weekly: string;
  readonly daily: string;
  readonly reserved: string;
}

export interface ReservationEnd {
  readonly id: string;
  /** Whose it is; empty where no account pays. */
  readonly accountId: string;
  readonly charge: string;
  readonly now: number;
  readonly generation?: GenerationRow | undefined;
}

/** A column of `mg_usage_days` by which usage can be apart. */
export type UsageColumn =
  | 'day'
  | 'account_id'
  | 'key_hash'
  | 'user_id'
  | 'workspace_id'
  | 'model'
  | 'provider_slug';

export interface UsageQuery<Column extends UsageColumn> {
  /** What is apart, at least one; the rest is added up. */
  readonly by: readonly Column[];
  /** `YYYY-MM-DD`, both included. */
  readonly first: string;
  readonly last: string;
  /** Only rows with these values. */
  readonly only: UsageFilter;
  readonly page: PageRequest;
}

export type UsageFilter = { readonly [Name in UsageColumn]?: string | undefined };

export type UsageRow<Column extends UsageColumn> = { readonly [Name in Column]: string } & {
  /** Of one of the rows that were added up. */
  readonly provider_name: string;
  readonly requests: number | string;
  readonly cost: string;
  readonly prompt_tokens: number | string;
  readonly completion_tokens: number | string;
  readonly reasoning_tokens: number | string;
};

export interface Grant {
  readonly accountId: string;
  readonly amount: string;
  readonly note: string | null;
  readonly now: number;
}
