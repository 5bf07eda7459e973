import {
  add,
  compare,
  formatDecimal,
  parseDecimal,
  subtract,
  ZERO,
  type Decimal,
} from '../money/decimal.ts';
import type { CreditLedger, Reservation } from '../ports/credit-ledger.ts';

export interface MemoryCreditLedger extends CreditLedger {
  /** Credits that are free to be reserved, USD; undefined for an unknown account. */
  balanceOf(accountId: string): string | undefined;
  /**
   * Every account's credits, USD by account id, for another ledger to begin with: what is reserved
   * counts as still there.
   */
  balances(): Readonly<Record<string, string>>;
  /** Adds credits, USD; opens the account when there is none. */
  deposit(accountId: string, amount: string): void;
}

/** A ledger in memory. `balances` are USD by account id. */
export function createMemoryCreditLedger(
  balances: Readonly<Record<string, string>> = {},
): MemoryCreditLedger {
  const accounts = new Map<string, Decimal>();
  const open = new Map<string, Reservation>();
  let reservations = 0;
  const deposit = (accountId: string, amount: string) => {
    accounts.set(accountId, add(accounts.get(accountId) ?? ZERO, usd(amount)));
  };
  /** Ends a reservation that is still open: what was not spent is free again. */
  const end = (reservation: Reservation, spent: Decimal) => {
    if (!open.delete(reservation.id)) return;
    const { accountId, amount } = reservation;
    deposit(accountId, formatDecimal(subtract(usd(amount), spent)));
  };
  for (const [accountId, balance] of Object.entries(balances)) deposit(accountId, balance);

  return {
    deposit,
    balances() {
      const all = new Map(accounts);
      for (const { accountId, amount } of open.values()) {
        all.set(accountId, add(all.get(accountId) ?? ZERO, usd(amount)));
      }
      return Object.fromEntries([...all].map(([id, balance]) => [id, formatDecimal(balance)]));
    },
    balanceOf(accountId) {
      const balance = accounts.get(accountId);
      return balance === undefined ? undefined : formatDecimal(balance);
    },
    async reserve(accountId, amount) {
      const balance = accounts.get(accountId);
      if (balance === undefined || compare(balance, usd(amount)) < 0) return undefined;
      // No await between the look and the change: this is the atomic step.
      accounts.set(accountId, subtract(balance, usd(amount)));
      const reservation = { id: String(++reservations), accountId, amount };
      open.set(reservation.id, reservation);
      return reservation;
    },
    async settle(reservation, amount) {
      const spent = usd(amount);
      const most = usd(reservation.amount);
      end(reservation, compare(spent, most) > 0 ? most : spent);
    },
    release: async (reservation) => end(reservation, ZERO),
  };
}

function usd(amount: string): Decimal {
  const decimal = parseDecimal(amount);
  if (decimal === undefined) throw new RangeError(`expected a decimal amount, got "${amount}"`);
  return decimal;
}
