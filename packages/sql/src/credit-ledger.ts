import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  parseCredits,
  subtractDecimals,
  type Budget,
  type Clock,
  type CreditLedger,
  type Generation,
  type GenerationStore,
  type Reservation,
  type SpendingBook,
  type Spent,
  type Subject,
} from '@model-gateway/core';
import { budgetWindow, counterOf, utcDay } from '@model-gateway/core/kit';
import type {
  CreditBook,
  Database,
  DatedSpender,
  NewReservation,
  SpentRow,
  WindowBudget,
} from './database.ts';
import { amountOf } from './decimal.ts';
import { rowOf } from './generation-store.ts';
import type { LateEffects } from './late-effects.ts';
import { plainCredits } from './plain-amount.ts';
import { createClaim } from './spending-warnings.ts';
import { isStorable } from './storable-text.ts';
import { timedUuid } from './timed-uuid.ts';

export interface CreditLedgerOptions {
  readonly late: LateEffects;
  /**
   * How long a reservation holds credit when it is never ended, such as after a process was killed.
   */
  readonly reservationSeconds: number;
}

/** Creates the credit ledger, which all processes share. */
export function createCreditLedger(
  database: Database,
  generations: GenerationStore,
  clock: Clock,
  { late, reservationSeconds }: CreditLedgerOptions,
): CreditLedger & { readonly spending: SpendingBook } {
  const { credits: book } = database;
  const grants = prepareGrants(database);
  const standing = prepareStanding(database);
  const newReservation = (
    accountId: string,
    amount: string,
    spender: DatedSpender | undefined,
    budgets: readonly WindowBudget[],
  ): NewReservation => {
    const now = clock.now();
    const expires = now + reservationSeconds * 1000;
    return { id: timedUuid(now), accountId, amount, expires, spender, budgets };
  };
  const reserve = (made: NewReservation) => {
    return late.of(book.reserve(made), () => end(made, '0'));
  };
  const end = (
    { id, accountId }: Pick<Reservation, 'id' | 'accountId'>,
    charge: string,
    generation?: Generation,
  ) => {
    const row = generation && rowOf(generation);
    return book.end({ id, accountId, charge, now: clock.now(), generation: row });
  };
  return {
    generations,
    async reserve(accountId, amount) {
      const wanted = plainCredits(amount);
      // An empty one stands for no account.
      if (accountId === '' || !isStorable(accountId)) return undefined;
      const made = newReservation(accountId, wanted, undefined, []);
      const outcome = await reserve(made);
      return outcome === 'reserved' ? { id: made.id, accountId, amount: wanted } : undefined;
    },
    async settle(reservation, amount, generation) {
      const charge = plainCredits(amount);
      if (isStorable(reservation.id)) await end(reservation, charge, generation);
    },
    async release(reservation) {
      if (isStorable(reservation.id)) await end(reservation, '0');
    },
    async available(account) {
      const [row] = isStorable(account) ? await standing({ account }) : [];
      if (row === undefined) return undefined;
      return formatDecimal(subtractDecimals(amountOf(row.balance), amountOf(row.reserved)));
    },
    async totals(account) {
      const rows = isStorable(account) ? await grants({ account }) : [];
      const [first] = rows;
      if (first === undefined) return undefined;
      const added = rows.map(({ amount }) => amountOf(amount ?? '0')).reduce(addDecimals);
      const used = subtractDecimals(added, amountOf(first.balance));
      return { added: formatDecimal(added), used: formatDecimal(used) };
    },
    spending: {
      async reserve({ accountId, amount, at, spender, budgets }) {
        const wanted = plainCredits(amount);
        const payer = accountId ?? '';
        if (accountId === '' || !isStorable(payer)) return { overspent: { of: 'account' } };
        const { keyHash: key, userId: user } = spender;
        const { workspaceId: workspace, organizationId: organization } = spender;
        const dated = { day: utcDay(at), key, user, workspace, organization };
        const windows = budgets.map((budget) => toWindowBudget(budget, at));
        const made = newReservation(payer, wanted, dated, windows);
        const outcome = await reserve(made);
        if (outcome === 'reserved') return { id: made.id, accountId: payer, amount: wanted };
        if (outcome === 'account') return { overspent: { of: 'account' } };
        const budget = budgets[windows.indexOf(outcome.budget)];
        if (budget === undefined) throw new Error('a budget refused that was not given');
        return {
          overspent: { of: 'budget', budget, remaining: left(outcome.budget.usd, outcome.used) },
        };
      },
      spent: (subjects, at) => spent(book, subjects, at),
      claim: createClaim(database),
    },
  };
}

function toWindowBudget(budget: Budget, at: number): WindowBudget {
  const { kind, id, usd, reset } = budget;
  const { firstDay: first, lastDay: last } = budgetWindow(reset, at);
  return { counter: counterOf(budget), kind, id, usd: plainCredits(usd), first, last };
}

function left(usd: string, used: string): string {
  const rest = subtractDecimals(parseCredits(usd), parseCredits(used));
  return compareDecimals(rest, ZERO) < 0 ? '0' : formatDecimal(rest);
}

const ZERO = { units: 0n, scale: 0 };

async function spent(
  book: CreditBook,
  subjects: readonly Subject[],
  at: number,
): Promise<readonly Spent[]> {
  const [month, week] = [budgetWindow('monthly', at), budgetWindow('weekly', at)];
  const rows = new Map<string, SpentRow>();
  for (const kind of new Set(subjects.map((subject) => subject.kind))) {
    const ids = subjects.filter((each) => each.kind === kind && isStorable(each.id));
    const query = { kind, ids: ids.map(({ id }) => id), month, week, day: utcDay(at) };
    for (const row of await book.spent(query)) rows.set(`${kind} ${row.id}`, row);
  }
  return subjects.map(({ kind, id }) => {
    const { total, monthly, weekly, daily, reserved } = rows.get(`${kind} ${id}`) ?? NOTHING;
    return {
      kind,
      id,
      total: plainCredits(total),
      monthly: plainCredits(monthly),
      weekly: plainCredits(weekly),
      daily: plainCredits(daily),
      reserved: plainCredits(reserved),
    };
  });
}

const NOTHING = { total: '0', monthly: '0', weekly: '0', daily: '0', reserved: '0' };

interface StandingRow {
  readonly balance: string;
  readonly reserved: string;
}

/** The account itself, unless it is disabled. */
function prepareStanding(database: Database) {
  return database.prepare<{ readonly account: string }, StandingRow>('reads', (db, value) =>
    db
      .selectFrom('mg_credit_accounts')
      .where('id', '=', value('account'))
      .where('state', '=', 'active')
      .select(['balance', 'reserved'])
      .compile(),
  );
}

interface GrantRow {
  readonly balance: string;
  /** Null where an account has none. */
  readonly amount: string | null;
}

/** Grants are few, and what they do not explain of a balance are charges. */
function prepareGrants(database: Database) {
  return database.prepare<{ readonly account: string }, GrantRow>('reads', (db, value) =>
    db
      .selectFrom('mg_credit_accounts as accounts')
      .leftJoin('mg_credit_movements as movements', (join) =>
        join.onRef('movements.account_id', '=', 'accounts.id').on('movements.kind', '=', 'grant'),
      )
      .where('accounts.id', '=', value('account'))
      .select(['accounts.balance', 'movements.amount'])
      .compile(),
  );
}
