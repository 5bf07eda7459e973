import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  parseCredits,
  subtractDecimals,
  type Decimal,
} from '@model-gateway/core';
import { utcDay } from '@model-gateway/core/kit';
import type {
  CreditBook,
  DatedSpender,
  NewReservation,
  ReservationEnd,
  ReserveOutcome,
} from '../../database.ts';
import type { GenerationRow } from '../../generation-rows.ts';
import { SWEPT_KEPT_MS } from '../../swept.ts';
import type { SqliteConnection } from './connection.ts';
import { decimal } from '../../decimal.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { readUsage } from './read-usage.ts';
import type { SharedTransactions } from './shared-transactions.ts';
import { readSpent, recount } from './spending.ts';
import { addUnexplained, writeGeneration } from './write-generation.ts';

/** Runs `work`, which only reads, while no transaction is open on the connection. */
export type Reading = <T>(work: (connection: SqliteConnection) => T) => Promise<T>;

/**
 * Creates the ledger's steps on SQLite. Amounts are text; sums are computed here, because SQLite
 * would add doubles.
 */
export function createSqliteCreditBook(
  transactions: SharedTransactions<LedgerTransaction>,
  reading: Reading,
): CreditBook {
  // What requests of this process have reserved and not ended: any of them may pay in this turn.
  const open = new Map<string, NewReservation>();
  return {
    reserve(reservation) {
      const outcome = transactions.add((ledger) => reserve(ledger, reservation), open.size === 0);
      return outcome.then((known) => {
        if (known === 'reserved') open.set(reservation.id, reservation);
        return known;
      });
    },
    end(ending) {
      const own = open.get(ending.id);
      open.delete(ending.id);
      // Patient: a reservation delays the first output, a charge only the end.
      return transactions.add((ledger) => end(ledger, ending, own), open.size === 0, true);
    },
    spent: (query) => reading((connection) => readSpent(connection, query)),
    sweep(now) {
      // Those of requests that never ended.
      for (const { id, expires } of open.values()) if (expires <= now) open.delete(id);
      return transactions.add(({ connection, accounts, counters }) => {
        const due = connection.all(DUE_RESERVATIONS, [now]) as readonly ReservationRow[];
        for (const row of due) {
          const { accountId, amount, spender } = reservedIn(row);
          connection.run(SWEEP_RESERVATION, [row.id]);
          const freed = negative(decimal(amount));
          if (spender !== undefined) counters.add(spender, freed);
          const account = accounts.of(accountId);
          if (account === undefined) continue;
          account.set(account.balance, addDecimals(account.reserved, freed));
        }
        connection.run(FORGET_RESERVATIONS, [now - SWEPT_KEPT_MS]);
        return due.length;
      });
    },

    grant: ({ accountId, amount, note, now }) =>
      transactions.add(({ connection, accounts }) => {
        const account = accounts.of(accountId);
        if (account === undefined) return;
        account.set(addDecimals(account.balance, decimal(amount)), account.reserved);
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

    record: (row) =>
      transactions.add((ledger) => {
        const spender = spenderOf(row);
        if (!writeGeneration(ledger, row, spender.day)) return;
        ledger.counters.add(spender, decimal(row.cost));
      }),
    usage: (query) => reading((connection) => readUsage(connection, query)),
  };
}

function reserve(
  ledger: LedgerTransaction,
  { id, accountId, amount, expires, spender, budgets }: NewReservation,
): ReserveOutcome {
  const { connection, accounts, counters } = ledger;
  const wanted = parseCredits(amount);
  const account = accountId === '' ? undefined : accounts.of(accountId);
  if (accountId !== '') {
    if (account?.state !== 'active') return 'account';
    const free = subtractDecimals(account.balance, account.reserved);
    if (compareDecimals(free, wanted) < 0) return 'account';
  }
  for (const budget of budgets) {
    const counted = spender === undefined ? [] : counters.of(spender);
    const known = counted.find(({ counter }) => counter === budget.counter);
    const isCounted = known?.first === budget.first && known.last === budget.last;
    const { used } = isCounted ? known : recount(ledger, budget);
    const left = subtractDecimals(parseCredits(budget.usd), used);
    if (compareDecimals(left, wanted) < 0) return { budget, used: formatDecimal(used) };
  }
  account?.set(account.balance, addDecimals(account.reserved, wanted));
  if (spender !== undefined) counters.add(spender, wanted);
  const { day = null, key = null, user = null, workspace = null } = spender ?? {};
  connection.run(INSERT_RESERVATION, [
    id,
    accountId,
    amount,
    expires,
    day,
    key,
    workspace,
    spender?.organization ?? null,
    user,
  ]);
  return 'reserved';
}

function end(
  ledger: LedgerTransaction,
  { id, charge, now, generation }: ReservationEnd,
  own: NewReservation | undefined,
): void {
  const { connection, accounts, counters } = ledger;
  const reserved = takeOut(connection, id, own);
  if (reserved === undefined) return;
  const { accountId } = reserved;
  const most = decimal(reserved.amount);
  const wanted = parseCredits(charge);
  const spent = compareDecimals(wanted, most) > 0 ? most : wanted;
  // A swept reservation has been freed already.
  const freed = reserved.isSwept ? ZERO : most;
  const spender = reserved.spender ?? (generation && spenderOf(generation));
  const isExplained = generation !== undefined && writeGeneration(ledger, generation, spender?.day);
  if (spender !== undefined) {
    if (!isExplained && spent.units > 0n) addUnexplained(ledger, spender, spent);
    const held = reserved.spender === undefined ? ZERO : freed;
    counters.add(spender, subtractDecimals(spent, held));
  }
  const account = accountId === '' ? undefined : accounts.of(accountId);
  if (account === undefined) return;
  account.set(subtractDecimals(account.balance, spent), subtractDecimals(account.reserved, freed));
  if (spent.units === 0n) return;
  connection.run(INSERT_MOVEMENT, [
    accountId,
    formatDecimal(negative(spent)),
    'charge',
    id,
    null,
    now,
    generation?.id ?? null,
    spender?.key ?? null,
    generation?.operation ?? null,
    generation?.model ?? null,
    generation?.provider_slug ?? null,
  ]);
}

/** What a reservation set aside, and for whom. */
interface Reserved extends Pick<NewReservation, 'accountId' | 'amount' | 'spender'> {
  readonly isSwept: boolean;
}

/**
 * Takes a reservation out of the ledger; undefined for one that has ended. One that this process made
 * says itself what it set aside, if it is as it was made: only its end and a sweep change its row.
 */
function takeOut(
  connection: SqliteConnection,
  id: string,
  own: NewReservation | undefined,
): Reserved | undefined {
  const isAsMade = own !== undefined && connection.change(DELETE_OPEN_RESERVATION, [id]) === 1;
  if (isAsMade) return { ...own, isSwept: false };
  // Quicker than `delete … returning`, for which SQLite makes a table.
  const found = connection.get(FIND_RESERVATION, [id]);
  if (found === undefined) return undefined;
  connection.run(DELETE_RESERVATION, [id]);
  // The columns that the statement names.
  return reservedIn(found as ReservationRow);
}

function reservedIn(row: ReservationRow): Reserved {
  const { account_id: accountId, amount, state, day, key_hash: key, workspace_id: workspace } = row;
  const { user_id: user, organization_id: organization } = row;
  const spender =
    key === null || day === null
      ? undefined
      : { day, key, user, workspace: workspace ?? '', organization };
  return { accountId, amount, spender, isSwept: state !== 'open' };
}

/** Returns who spent where the reservation, of an older version, does not say it. */
function spenderOf(generation: GenerationRow): DatedSpender {
  return {
    day: utcDay(generation.created_ms),
    key: generation.key_hash,
    user: generation.user_id,
    workspace: generation.workspace_id,
    organization: generation.account_id,
  };
}

function negative({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

const ZERO: Decimal = { units: 0n, scale: 0 };

const INSERT_RESERVATION =
  "insert into mg_reservations (id, account_id, amount, state, expires_ms, day, key_hash, workspace_id, organization_id, user_id) values (?, ?, ?, 'open', ?, ?, ?, ?, ?, ?)";
const RESERVATION =
  'id, account_id, amount, state, day, key_hash, workspace_id, organization_id, user_id';
const FIND_RESERVATION = `select ${RESERVATION} from mg_reservations where id = ?`;
const DELETE_RESERVATION = 'delete from mg_reservations where id = ?';
const DELETE_OPEN_RESERVATION = `${DELETE_RESERVATION} and state = 'open'`;
const DUE_RESERVATIONS = `select ${RESERVATION} from mg_reservations where state = 'open' and expires_ms <= ? limit 1000`;
const SWEEP_RESERVATION = "update mg_reservations set state = 'swept' where id = ?";
const FORGET_RESERVATIONS = "delete from mg_reservations where state = 'swept' and expires_ms <= ?";
const INSERT_MOVEMENT =
  'insert into mg_credit_movements (account_id, amount, kind, reservation_id, note, at_ms, generation_id, key_hash, operation, model, provider) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
const NO_GENERATION = [null, null, null, null, null];

/** The row of the statements above. */
interface ReservationRow {
  readonly id: string;
  readonly account_id: string;
  readonly amount: string;
  readonly state: string;
  readonly day: string | null;
  readonly key_hash: string | null;
  readonly workspace_id: string | null;
  readonly organization_id: string | null;
  readonly user_id: string | null;
}
