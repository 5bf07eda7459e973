import { formatDecimal, type Decimal } from '@model-gateway/core';
import type { SqliteConnection } from './connection.ts';
import { decimal } from './decimal.ts';

/** A credit account, to be changed by `set`. */
interface Account {
  readonly balance: Decimal;
  readonly reserved: Decimal;
  readonly state: string;
}

/** The credit accounts of one transaction: each is read once, and written once if it was changed. */
export class Accounts {
  readonly #connection: SqliteConnection;
  readonly #known = new Map<string, Account | undefined>();
  readonly #changed = new Map<string, Account>();

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Returns the account; undefined for an unknown one. */
  of(id: string): Account | undefined {
    if (!this.#known.has(id)) this.#known.set(id, this.#read(id));
    return this.#known.get(id);
  }

  set(id: string, account: Account): void {
    this.#known.set(id, account);
    this.#changed.set(id, account);
  }

  write(): void {
    for (const [id, { balance, reserved }] of this.#changed) {
      this.#connection.run(SET_ACCOUNT, [formatDecimal(balance), formatDecimal(reserved), id]);
    }
    this.#changed.clear();
  }

  #read(id: string): Account | undefined {
    const row = this.#connection.get(ACCOUNT, [id]);
    if (row === undefined) return undefined;
    // The columns that the statement names.
    const { balance, reserved, state } = row as Readonly<Record<keyof Account, string>>;
    return { balance: decimal(balance), reserved: decimal(reserved), state };
  }
}

const ACCOUNT = 'select balance, reserved, state from mg_credit_accounts where id = ?';
const SET_ACCOUNT = 'update mg_credit_accounts set balance = ?, reserved = ? where id = ?';
