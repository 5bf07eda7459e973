import { compare, parseDecimal, ZERO } from '../../money/decimal.ts';
import type { CreditLedger } from '../../ports/credit-ledger.ts';
import type { Reservation } from '../../ports/reservation.ts';
import type { Generation } from '../../ports/generation-store.ts';
import type { Overspent, Spending } from '../../ports/spending.ts';
import { overspentError } from './overspent-error.ts';
import type { Payer } from './payer.ts';
import type { SpendingWatch } from './spending-watch.ts';

/** What can be paid for: an endpoint that may serve the request. */
export interface Priced {
  /** The most it can cost, USD. */
  readonly upperBound: string;
}

/** A ledger that also counts what is known to be spent, for which nothing was reserved. */
export interface CountingLedger extends CreditLedger {
  count(spending: Spending, generation?: Generation): Promise<void>;
}

/** Credits set aside for one generation. Only its first end counts. */
export interface Payment {
  /** Charges `cost`, USD, at most what was reserved, for this generation. */
  settle(cost: string, generation?: Generation): Promise<void>;
  /** Returns all of the credits. */
  release(): Promise<void>;
}

/** More than a key has limits. */
const MOST_TRIES = 10;

const FREE: Payment = { settle: async () => {}, release: async () => {} };

/**
 * Reserves the most that any candidate can cost, before any is called. Throws 402 when the account
 * has too little or a budget is used up, and an `Error` for budgets that no ledger keeps. `watch`
 * hears whose spending to look at. `within` returns the candidates as they answer for at most so much,
 * USD, as far as they can: with it no more is reserved than the account and the budgets allow. Source:
 * contract §4.7, §2.9, §12.10.
 */
export async function reserveCredits(
  payer: Payer | undefined,
  candidates: readonly Priced[],
  ledger: CountingLedger | undefined,
  watch?: SpendingWatch,
  within?: (usd: string) => readonly Priced[],
): Promise<Payment> {
  if (payer === undefined) return FREE;
  const { accountId, budgets, at } = payer;
  if (budgets.length > 0 && ledger?.spending === undefined) throw new Error(NOBODY_COUNTS);
  if (ledger === undefined) return FREE;
  // What nobody pays for counts as spent all the same, once it is known: a limit may be set later.
  if (accountId === null && budgets.length === 0) {
    return {
      ...FREE,
      settle: (amount, generation) => ledger.count({ ...payer, amount }, generation),
    };
  }
  const whole = mostOf(candidates);
  const { spending } = ledger;
  let amount = whole;
  for (let tries = 1; ; tries++) {
    const outcome =
      spending === undefined
        ? await reserveOf(accountId, amount, ledger)
        : await spending.reserve({ ...payer, amount });
    if (!('overspent' in outcome)) {
      return new ReservedPayment(outcome, amount, ledger, watch && (() => watch.note(budgets, at)));
    }
    const { overspent } = outcome;
    const left = within && (await leftOf(overspent, accountId, ledger));
    const cut = left === undefined ? [] : (within?.(left) ?? []);
    // Each limit may cut it in turn, and others spend and end meanwhile.
    if (cut.length === 0 || tries === MOST_TRIES) {
      if (overspent.of === 'budget') watch?.note([overspent.budget], at, true);
      throw overspentError(overspent, whole, at);
    }
    amount = mostOf(cut);
  }
}

class ReservedPayment implements Payment {
  readonly #reservation: Reservation;
  readonly #amount: string;
  readonly #ledger: CreditLedger;
  /** Called when something was charged. */
  readonly #onSettled: (() => void) | undefined;
  #isOpen = true;

  constructor(
    reservation: Reservation,
    amount: string,
    ledger: CreditLedger,
    onSettled: (() => void) | undefined,
  ) {
    this.#reservation = reservation;
    this.#amount = amount;
    this.#ledger = ledger;
    this.#onSettled = onSettled;
  }

  async settle(cost: string, generation?: Generation): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const costUsd = isMore(cost, this.#amount) ? this.#amount : cost;
    const isExact = generation === undefined || generation.costUsd === costUsd;
    const paid = isExact ? generation : { ...generation, costUsd };
    try {
      await this.#ledger.settle(this.#reservation, costUsd, paid);
    } catch (error) {
      // The reservation did not end: the caller may still release the credits.
      this.#isOpen = true;
      throw error;
    }
    this.#onSettled?.();
  }

  async release(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      await this.#ledger.release(this.#reservation);
    } catch (error) {
      this.#isOpen = true;
      throw error;
    }
  }
}

async function leftOf(
  overspent: Overspent,
  accountId: string | null,
  ledger: CreditLedger,
): Promise<string | undefined> {
  if (overspent.of === 'budget') return overspent.remaining;
  return accountId === null ? undefined : ledger.available?.(accountId);
}

/** USD. */
function mostOf(candidates: readonly Priced[]): string {
  let most = '0';
  for (const { upperBound } of candidates) if (isMore(upperBound, most)) most = upperBound;
  return most;
}

const NOBODY_COUNTS =
  'the key of a request, its workspace or its organization has a limit in USD, and there is no ' +
  'ledger that keeps to it: give createGateway({ inference: { ledger } }) one with "spending", ' +
  'such as createMemoryCreditLedger() or that of openStores()';

async function reserveOf(
  accountId: string | null,
  amount: string,
  ledger: CreditLedger,
): Promise<Reservation | { readonly overspent: Overspent }> {
  const reservation = accountId === null ? undefined : await ledger.reserve(accountId, amount);
  return reservation ?? { overspent: { of: 'account' } };
}

function isMore(a: string, b: string): boolean {
  // Most generations cost what was reserved for them.
  return a !== b && compare(parseDecimal(a) ?? ZERO, parseDecimal(b) ?? ZERO) > 0;
}
