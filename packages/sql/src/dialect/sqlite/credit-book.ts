import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  parseCredits,
  parseDecimal,
  subtractDecimals,
  type Decimal,
} from '@model-gateway/core';
import type { CreditBook } from '../../database.ts';
import { SWEPT_KEPT_MS } from '../../swept.ts';
import type { SqliteConnection } from './connection.ts';
import { readUsage } from './read-usage.ts';
import { writeGeneration } from './write-generation.ts';

/**
 * Runs `work` in a transaction that no other statement interrupts; SQLite is synchronous, so a
 * function is enough.
 */
export type InTransaction = <T>(work: (connection: SqliteConnection) => T) => Promise<T>;

/** Runs `work`, which only reads, while no transaction is open on the connection. */
export type Reading = <T>(work: (connection: SqliteConnection) => T) => Promise<T>;

/**
 * Creates the ledger's steps on SQLite. Amounts are text; sums are computed here, because SQLite
 * would add doubles.
 */
export function createSqliteCreditBook(inTransaction: InTransaction, reading: Reading): CreditBook {
  return {
    reserve: ({ id, accountId, amount, expires }) =>
      inTransaction((connection) => {
        const account = activeAccount(connection, accountId);
        const wanted = parseCredits(amount);
        if (account === undefined) return false;
        const free = subtractDecimals(account.balance, account.reserved);
        if (compareDecimals(free, wanted) < 0) return false;
        setReserved(connection, accountId, addDecimals(account.reserved, wanted));
        connection.run(INSERT_RESERVATION, [id, accountId, amount, expires]);
        return true;
      }),

    end: ({ id, charge, now, generation }) =>
      inTransaction((connection) => {
        const [row] = connection.all(DELETE_RESERVATION, [id]);
        if (row === undefined) return;
        if (generation !== undefined) writeGeneration(connection, generation);
        const { account_id, amount, state } = row as ReservationRow;
        const most = decimal(amount);
        const wanted = parseCredits(charge);
        const spent = compareDecimals(wanted, most) > 0 ? most : wanted;
        const account = accountNamed(connection, account_id);
        if (account === undefined) return;
        const { balance, reserved } = account;
        // A swept reservation has been freed already.
        if (state === 'open') setReserved(connection, account_id, subtractDecimals(reserved, most));
        if (spent.units === 0n) return;
        setBalance(connection, account_id, subtractDecimals(balance, spent));
        const moved = formatDecimal({ ...spent, units: -spent.units });
        connection.run(INSERT_MOVEMENT, [
          account_id,
          moved,
          'charge',
          id,
          null,
          now,
          generation?.id ?? null,
          generation?.key_hash ?? null,
          generation?.operation ?? null,
          generation?.model ?? null,
          generation?.provider_slug ?? null,
        ]);
      }),

    sweep: (now) =>
      inTransaction((connection) => {
        const due = connection.all(DUE_RESERVATIONS, [now]) as readonly ReservationRow[];
        for (const { id, account_id, amount } of due) {
          connection.run(SWEEP_RESERVATION, [id]);
          const account = accountNamed(connection, account_id);
          if (account === undefined) continue;
          setReserved(connection, account_id, subtractDecimals(account.reserved, decimal(amount)));
        }
        connection.run(FORGET_RESERVATIONS, [now - SWEPT_KEPT_MS]);
        return due.length;
      }),

    grant: ({ accountId, amount, note, now }) =>
      inTransaction((connection) => {
        const account = accountNamed(connection, accountId);
        if (account === undefined) return;
        setBalance(connection, accountId, addDecimals(account.balance, decimal(amount)));
        connection.run(INSERT_MOVEMENT, [
          accountId,
          amount,
          'grant',
          null,
          note,
          now,
          ...NO_GENERATION,
        ]);
      }),

    record: (row) => inTransaction((connection) => writeGeneration(connection, row)),
    usage: (query) => reading((connection) => readUsage(connection, query)),
  };
}

const ACCOUNT = 'select balance, reserved, state from mg_credit_accounts where id = ?';
const SET_RESERVED = 'update mg_credit_accounts set reserved = ? where id = ?';
const SET_BALANCE = 'update mg_credit_accounts set balance = ? where id = ?';
const INSERT_RESERVATION =
  "insert into mg_reservations (id, account_id, amount, state, expires_ms) values (?, ?, ?, 'open', ?)";
const DELETE_RESERVATION =
  'delete from mg_reservations where id = ? returning id, account_id, amount, state';
const DUE_RESERVATIONS =
  "select id, account_id, amount, state from mg_reservations where state = 'open' and expires_ms <= ? limit 1000";
const SWEEP_RESERVATION = "update mg_reservations set state = 'swept' where id = ?";
const FORGET_RESERVATIONS = "delete from mg_reservations where state = 'swept' and expires_ms <= ?";
const INSERT_MOVEMENT =
  'insert into mg_credit_movements (account_id, amount, kind, reservation_id, note, at_ms, generation_id, key_hash, operation, model, provider) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
const NO_GENERATION = [null, null, null, null, null];

/** The rows of the statements above. */
interface AccountRow {
  readonly balance: string;
  readonly reserved: string;
  readonly state: string;
}
interface ReservationRow {
  readonly id: string;
  readonly account_id: string;
  readonly amount: string;
  readonly state: string;
}

function accountNamed(connection: SqliteConnection, id: string) {
  const [row] = connection.all(ACCOUNT, [id]);
  if (row === undefined) return undefined;
  const { balance, reserved, state } = row as AccountRow;
  return { balance: decimal(balance), reserved: decimal(reserved), state };
}

function activeAccount(connection: SqliteConnection, id: string) {
  const account = accountNamed(connection, id);
  return account?.state === 'active' ? account : undefined;
}

function setReserved(connection: SqliteConnection, id: string, reserved: Decimal): void {
  connection.run(SET_RESERVED, [formatDecimal(reserved), id]);
}

function setBalance(connection: SqliteConnection, id: string, balance: Decimal): void {
  connection.run(SET_BALANCE, [formatDecimal(balance), id]);
}

function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`the ledger holds "${text}", which is not a decimal`);
  return value;
}
