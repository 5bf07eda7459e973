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
import type { CreditLedger, Reservation } from '../ports/credit-ledger.ts';

/** A credit ledger in memory, with ways to inspect and fill it. */
export interface MemoryCreditLedger extends CreditLedger {
  /** Returns the credits that are not reserved, USD; undefined for an unknown account. */
  balanceOf(accountId: string): string | undefined;
  /**
   * Returns every account's credits, USD by account id, to start another ledger with; reserved
   * credits are included.
   */
  balances(): Readonly<Record<string, string>>;
  /** Adds credits, USD; creates the account if needed. */
  deposit(accountId: string, amount: string): void;
}

/** Creates a ledger in memory. `balances` are USD by account id. */
export function createMemoryCreditLedger(
  balances: Readonly<Record<string, string>> = {},
): MemoryCreditLedger {
  const accounts = new Map<string, Decimal>();
  const charges = new Map<string, Decimal>();
  const open = new Map<string, OpenReservation>();
  let reservations = 0;
  const deposit = (accountId: string, amount: Decimal) => {
    accounts.set(accountId, add(accounts.get(accountId) ?? ZERO, amount));
  };
  /** Ends a reservation that is still open, as it was made, and frees what was not spent. */
  const end = ({ id }: Reservation, spent: Decimal) => {
    const made = open.get(id);
    if (made === undefined) return;
    open.delete(id);
    const { accountId, amount: most } = made;
    const charge = compare(spent, most) > 0 ? most : spent;
    deposit(accountId, subtract(most, charge));
    charges.set(accountId, add(charges.get(accountId) ?? ZERO, charge));
  };
  for (const [accountId, balance] of Object.entries(balances)) deposit(accountId, usd(balance));
  /** Credits by account, those that are reserved included. */
  const whole = () => {
    const all = new Map(accounts);
    for (const { accountId, amount } of open.values()) {
      all.set(accountId, add(all.get(accountId) ?? ZERO, amount));
    }
    return all;
  };

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
    balanceOf(accountId) {
      const balance = accounts.get(accountId);
      return balance === undefined ? undefined : formatDecimal(balance);
    },
    async reserve(accountId, amount) {
      const wanted = parseCredits(amount);
      const balance = accounts.get(accountId);
      if (balance === undefined || compare(balance, wanted) < 0) return undefined;
      // No await between the check and the change: this is the atomic step.
      accounts.set(accountId, subtract(balance, wanted));
      const id = String(++reservations);
      open.set(id, { accountId, amount: wanted });
      return { id, accountId, amount };
    },
    settle: async (reservation, amount) => end(reservation, parseCredits(amount)),
    release: async (reservation) => end(reservation, ZERO),
  };
}

/** A reservation as it was made, whatever the caller does to its copy. */
interface OpenReservation {
  readonly accountId: string;
  readonly amount: Decimal;
}

function usd(amount: string): Decimal {
  const decimal = parseDecimal(amount);
  if (decimal === undefined) throw new RangeError(`expected a decimal amount, got "${amount}"`);
  return decimal;
}
