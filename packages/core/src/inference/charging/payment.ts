import { GatewayError } from '../../errors.ts';
import { compare, parseDecimal, ZERO } from '../../money/decimal.ts';
import type { CreditLedger } from '../../ports/credit-ledger.ts';
import type { Generation } from '../../ports/generation-store.ts';

/** What can be paid for: an endpoint that may serve the request. */
export interface Priced {
  /** The most it can cost, USD. */
  readonly upperBound: string;
}

/** Credits set aside for one generation. Only its first end counts. */
export interface Payment {
  /** Whether nothing is charged, so that no ledger hears of it. */
  readonly isFree: boolean;
  /** Charges `cost`, USD, at most what was reserved, for this generation. */
  settle(cost: string, generation?: Generation): Promise<void>;
  /** Returns all of the credits. */
  release(): Promise<void>;
}

const FREE: Payment = { isFree: true, settle: async () => {}, release: async () => {} };

/**
 * Reserves the most that any candidate can cost, before any is called. Throws 402 when the account
 * has too little. Source: contract §4.7.
 */
export async function reserveCredits(
  accountId: string | null,
  candidates: readonly Priced[],
  ledger: CreditLedger | undefined,
): Promise<Payment> {
  if (accountId === null || ledger === undefined) return FREE;
  const amount = candidates
    .map(({ upperBound }) => upperBound)
    .reduce((most, next) => (isMore(next, most) ? next : most), '0');
  const reservation = await ledger.reserve(accountId, amount);
  if (reservation === undefined) {
    throw new GatewayError('insufficientCredits', { metadata: { required_usd: amount } });
  }
  let isOpen = true;
  const once = async (end: () => Promise<void>) => {
    if (!isOpen) return;
    isOpen = false;
    try {
      await end();
    } catch (error) {
      // The reservation did not end: the caller may still release the credits.
      isOpen = true;
      throw error;
    }
  };
  return {
    isFree: false,
    settle(cost, generation) {
      const costUsd = isMore(cost, amount) ? amount : cost;
      const paid = generation && { ...generation, costUsd };
      return once(() => ledger.settle(reservation, costUsd, paid));
    },
    release: () => once(() => ledger.release(reservation)),
  };
}

function isMore(a: string, b: string): boolean {
  // Most generations cost what was reserved for them.
  return a !== b && compare(parseDecimal(a) ?? ZERO, parseDecimal(b) ?? ZERO) > 0;
}
