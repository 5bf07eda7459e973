import { budgetWindow } from '../accounts/budget-window.ts';
import { subjectsOf } from '../accounts/budgets-of.ts';
import { counterOf } from '../accounts/counter-of.ts';
import { utcDay } from '../accounts/utc-day.ts';
import { parseCredits } from '../money/credits.ts';
import {
  add,
  compare,
  formatDecimal,
  parseDecimal,
  subtract,
  ZERO,
  type Decimal,
} from '../money/decimal.ts';
import type { CreditLedger } from '../ports/credit-ledger.ts';
import type { Reservation } from '../ports/reservation.ts';
import type { Budget, Spender, SpendingBook, Spent, Subject } from '../ports/spending.ts';
import { addTo, SpendingTally, type SubjectDays } from './spending-tally.ts';

/** A credit ledger in memory, with ways to inspect and fill it. */
export interface MemoryCreditLedger extends CreditLedger {
  readonly spending: SpendingBook;
  /** Returns the credits that are not reserved, USD; undefined for an unknown account. */
  balanceOf(accountId: string): string | undefined;
  /**
   * Returns every account's credits, USD by account id, to start another ledger with; reserved
   * credits are included.
   */
  balances(): Readonly<Record<string, string>>;
  /** Returns what every subject has spent on which day, to start another ledger with. */
  spentByDay(): readonly SpentOnDay[];
  /** Adds credits, USD; creates the account if needed. */
  deposit(accountId: string, amount: string): void;
}

/** What a subject spent on a UTC day, `YYYY-MM-DD`. */
export interface SpentOnDay extends Subject {
  readonly day: string;
  /** USD, an exact decimal. */
  readonly usd: string;
}

/**
 * Creates a ledger in memory. `balances` are USD by account id, `spentByDay` is what another ledger
 * returned.
 */
export function createMemoryCreditLedger(
  balances: Readonly<Record<string, string>> = {},
  spentByDay: Iterable<SpentOnDay> = [],
): MemoryCreditLedger {
  const accounts = new Map<string, Decimal>();
  const charges = new Map<string, Decimal>();
  const open = new Map<string, OpenReservation>();
  const [spent, held] = [new SpendingTally(), new SpendingTally()];
  const claimed = new Set<string>();
  let reservations = 0;
  const deposit = (accountId: string, amount: Decimal) => {
    accounts.set(accountId, add(accounts.get(accountId) ?? ZERO, amount));
  };
  const leftOf = (budget: Budget, at: number) => {
    const window = budgetWindow(budget.reset, at);
    const used = add(spent.within(budget, window), held.within(budget, window));
    return subtract(parseCredits(budget.usd), used);
  };
  const hasCredit = (accountId: string | null, wanted: Decimal) => {
    if (accountId === null) return true;
    const balance = accounts.get(accountId);
    return balance !== undefined && compare(balance, wanted) >= 0;
  };
  /** By key, whose requests have the same spender, as long as the key stays as it is. */
  const known = new Map<string, { readonly spender: Spender; readonly books: SubjectBook[] }>();
  const booksOf = (spender: Spender): readonly SubjectBook[] => {
    const last = known.get(spender.keyHash);
    if (last !== undefined && isSameSpender(last.spender, spender)) return last.books;
    const books = subjectsOf(spender).map((subject) => ({
      spent: spent.daysOf(subject),
      held: held.daysOf(subject),
    }));
    known.set(spender.keyHash, { spender: { ...spender }, books });
    return books;
  };
  const make = (made: OpenReservation): Reservation => {
    const { accountId, amount, books, day } = made;
    if (accountId !== null) deposit(accountId, subtract(ZERO, amount));
    for (const book of books) addTo(book.held, day, amount);
    const id = String(++reservations);
    open.set(id, made);
    return { id, accountId: accountId ?? '', amount: formatDecimal(amount) };
  };
  /** Ends a reservation that is still open, as it was made, and frees what was not spent. */
  const end = ({ id }: Reservation, wanted: Decimal) => {
    const made = open.get(id);
    if (made === undefined) return;
    open.delete(id);
    const { accountId, amount: most, books, day } = made;
    const charge = compare(wanted, most) > 0 ? most : wanted;
    if (accountId !== null) {
      deposit(accountId, subtract(most, charge));
      charges.set(accountId, add(charges.get(accountId) ?? ZERO, charge));
    }
    for (const book of books) {
      addTo(book.held, day, subtract(ZERO, most));
      addTo(book.spent, day, charge);
    }
  };
  for (const [accountId, balance] of Object.entries(balances)) deposit(accountId, usd(balance));
  for (const { day, usd: amount, ...subject } of spentByDay) {
    addTo(spent.daysOf(subject), day, usd(amount));
  }
  const balanceOf = (accountId: string) => {
    const balance = accounts.get(accountId);
    return balance === undefined ? undefined : formatDecimal(balance);
  };
  /** Credits by account, those that are reserved included. */
  const whole = () => {
    const all = new Map(accounts);
    for (const { accountId, amount } of open.values()) {
      if (accountId !== null) all.set(accountId, add(all.get(accountId) ?? ZERO, amount));
    }
    return all;
  };

  // No step below awaits between its checks and its changes, so that each is atomic.
  return {
    deposit: (accountId, amount) => deposit(accountId, usd(amount)),
    balances: () =>
      Object.fromEntries([...whole()].map(([id, balance]) => [id, formatDecimal(balance)])),
    async totals(accountId) {
      const balance = whole().get(accountId);
      if (balance === undefined) return undefined;
      const used = charges.get(accountId) ?? ZERO;
      return { added: formatDecimal(add(balance, used)), used: formatDecimal(used) };
    },
    spentByDay: () =>
      [...spent.entries()].map(([subject, day, amount]) => ({
        ...subject,
        day,
        usd: formatDecimal(amount),
      })),
    balanceOf,
    available: async (accountId) => balanceOf(accountId),
    async reserve(accountId, amount) {
      const wanted = parseCredits(amount);
      if (!hasCredit(accountId, wanted)) return undefined;
      return make({ accountId, amount: wanted, books: [], day: '' });
    },
    settle: async (reservation, amount) => end(reservation, parseCredits(amount)),
    release: async (reservation) => end(reservation, ZERO),
    spending: {
      async reserve({ accountId, amount, at, spender, budgets }) {
        const wanted = parseCredits(amount);
        if (!hasCredit(accountId, wanted)) return { overspent: { of: 'account' } };
        for (const budget of budgets) {
          const left = leftOf(budget, at);
          if (compare(left, wanted) >= 0) continue;
          const remaining = formatDecimal(compare(left, ZERO) < 0 ? ZERO : left);
          return { overspent: { of: 'budget', budget, remaining } };
        }
        return make({ accountId, amount: wanted, books: booksOf(spender), day: utcDay(at) });
      },
      async spent(subjects, at) {
        const sum = (subject: Subject, reset: Budget['reset']) =>
          formatDecimal(spent.within(subject, budgetWindow(reset, at)));
        return subjects.map(({ kind, id }): Spent => {
          const subject = { kind, id };
          return {
            ...subject,
            total: sum(subject, null),
            monthly: sum(subject, 'monthly'),
            weekly: sum(subject, 'weekly'),
            daily: sum(subject, 'daily'),
            reserved: formatDecimal(held.within(subject)),
          };
        });
      },
      async claim({ budget, percent, firstDay, lastDay }) {
        const limit = [counterOf(budget), budget.id, budget.usd];
        const name = [...limit, percent, firstDay, lastDay].join(' ');
        return !claimed.has(name) && claimed.add(name).has(name);
      },
    },
  };
}

/** What one subject has spent, and what is reserved for it. */
interface SubjectBook {
  readonly spent: SubjectDays;
  readonly held: SubjectDays;
}

/** A reservation as it was made, whatever the caller does to its copy. */
interface OpenReservation {
  readonly accountId: string | null;
  readonly amount: Decimal;
  /** Those of everybody who spends it. */
  readonly books: readonly SubjectBook[];
  /** The UTC day that is charged. */
  readonly day: string;
}

function isSameSpender(a: Spender, b: Spender): boolean {
  return (
    a.keyHash === b.keyHash &&
    a.userId === b.userId &&
    a.workspaceId === b.workspaceId &&
    a.organizationId === b.organizationId
  );
}

function usd(amount: string): Decimal {
  const decimal = parseDecimal(amount);
  if (decimal === undefined) throw new RangeError(`expected a decimal amount, got "${amount}"`);
  return decimal;
}
