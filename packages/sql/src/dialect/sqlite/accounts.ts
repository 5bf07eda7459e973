import { formatDecimal, type Decimal } from '@model-gateway/core';
import type { SqliteConnection } from './connection.ts';
import { decimal } from '../../decimal.ts';

/** A credit account in one transaction. */
class Account {
  balance: Decimal;
  reserved: Decimal;
  readonly state: string;
  isChanged = false;

  constructor({ balance, reserved, state }: Row) {
    this.balance = decimal(balance);
    this.reserved = decimal(reserved);
    this.state = state;
  }

  set(balance: Decimal, reserved: Decimal): void {
    this.balance = balance;
    this.reserved = reserved;
    this.isChanged = true;
  }
}

/** The credit accounts of one transaction: each is read once, and written once if it was changed. */
export class Accounts {
  readonly #connection: SqliteConnection;
  readonly #known = new Map<string, Account | undefined>();

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Returns the account; undefined for an unknown one. */
  of(id: string): Account | undefined {
    const known = this.#known.get(id);
    if (known !== undefined || this.#known.has(id)) return known;
    // The columns that the statement names.
    const row = this.#connection.get(ACCOUNT, [id]) as Row | undefined;
    const account = row && new Account(row);
    this.#known.set(id, account);
    return account;
  }

  write(): void {
    for (const [id, account] of this.#known) {
      if (account?.isChanged !== true) continue;
      const { balance, reserved } = account;
      this.#connection.run(SET_ACCOUNT, [formatDecimal(balance), formatDecimal(reserved), id]);
      account.isChanged = false;
    }
  }
}

interface Row {
  readonly balance: string;
  readonly reserved: string;
  readonly state: string;
}

const ACCOUNT = 'select balance, reserved, state from mg_credit_accounts where id = ?';
const SET_ACCOUNT = 'update mg_credit_accounts set balance = ?, reserved = ? where id = ?';
