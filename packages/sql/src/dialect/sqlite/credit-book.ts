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
import { decimal } from './decimal.ts';
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
  // How many requests of this process have reserved and not ended: any of them may pay in this turn.
  let open = 0;
  return {
    async reserve(reservation) {
      const isAlone = open === 0;
      const outcome = await transactions.add((ledger) => reserve(ledger, reservation), isAlone);
      if (outcome === 'reserved') open++;
      return outcome;
    },
    end(ending) {
      open = Math.max(0, open - 1);
      return transactions.add((ledger) => end(ledger, ending), open === 0);
    },
    spent: (query) => reading((connection) => readSpent(connection, query)),
    sweep: (now) =>
      transactions.add(({ connection, accounts, counters }) => {
        const due = connection.all(DUE_RESERVATIONS, [now]) as readonly ReservationRow[];
        for (const row of due) {
          const { id, account_id, amount } = row;
          connection.run(SWEEP_RESERVATION, [id]);
          const freed = negative(decimal(amount));
          const spender = spenderOf(row, undefined);
          if (spender !== undefined) counters.add(spender, freed);
          const account = accounts.of(account_id);
          if (account === undefined) continue;
          accounts.set(account_id, { ...account, reserved: addDecimals(account.reserved, freed) });
        }
        connection.run(FORGET_RESERVATIONS, [now - SWEPT_KEPT_MS]);
        return due.length;
      }),

    grant: ({ accountId, amount, note, now }) =>
      transactions.add(({ connection, accounts }) => {
        const account = accounts.of(accountId);
        if (account === undefined) return;
        const balance = addDecimals(account.balance, decimal(amount));
        accounts.set(accountId, { ...account, balance });
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
        const day = utcDay(row.created_ms);
        if (!writeGeneration(ledger, row, day)) return;
        const { key_hash: key, user_id: user } = row;
        const { workspace_id: workspace, account_id: organization } = row;
        ledger.counters.add({ day, key, user, workspace, organization }, decimal(row.cost));
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
  if (account !== undefined) {
    accounts.set(accountId, { ...account, reserved: addDecimals(account.reserved, wanted) });
  }
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

function end(ledger: LedgerTransaction, { id, charge, now, generation }: ReservationEnd): void {
  const { connection, accounts, counters } = ledger;
  // Quicker than `delete … returning`, for which SQLite makes a table.
  const ended = connection.get(FIND_RESERVATION, [id]);
  if (ended === undefined) return;
  connection.run(DELETE_RESERVATION, [id]);
  // The columns that the statement names.
  const row = ended as ReservationRow;
  const most = decimal(row.amount);
  const wanted = parseCredits(charge);
  const spent = compareDecimals(wanted, most) > 0 ? most : wanted;
  // A swept reservation has been freed already.
  const freed = row.state === 'open' ? most : ZERO;
  const spender = spenderOf(row, generation);
  const isExplained = generation !== undefined && writeGeneration(ledger, generation, spender?.day);
  if (spender !== undefined) {
    if (!isExplained && spent.units > 0n) addUnexplained(ledger, spender, spent);
    const held = row.key_hash === null ? ZERO : freed;
    counters.add(spender, subtractDecimals(spent, held));
  }
  const account = row.account_id === '' ? undefined : accounts.of(row.account_id);
  if (account === undefined) return;
  accounts.set(row.account_id, {
    ...account,
    balance: subtractDecimals(account.balance, spent),
    reserved: subtractDecimals(account.reserved, freed),
  });
  if (spent.units === 0n) return;
  connection.run(INSERT_MOVEMENT, [
    row.account_id,
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

/** Returns who spent, and on which day: as it was reserved, else as the generation says. */
function spenderOf(
  row: ReservationRow,
  generation: GenerationRow | undefined,
): DatedSpender | undefined {
  if (row.key_hash !== null && row.day !== null) {
    const { day, key_hash: key, user_id: user, workspace_id: workspace } = row;
    return { day, key, user, workspace: workspace ?? '', organization: row.organization_id };
  }
  return (
    generation && {
      day: utcDay(generation.created_ms),
      key: generation.key_hash,
      user: generation.user_id,
      workspace: generation.workspace_id,
      organization: generation.account_id,
    }
  );
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
