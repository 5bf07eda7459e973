import assert from 'node:assert/strict';
import type { CreditLedger, Reservation } from '@model-gateway/core';

/** A ledger and the way its owner fills and reads it, which is not part of the port. */
export interface CreditLedgerSubject {
  readonly ledger: CreditLedger;
  /** Adds credits, USD; opens the account when it does not exist. */
  deposit(accountId: string, amount: string): Promise<void>;
  /** Credits that are free to be reserved, USD in plain digits; undefined for an unknown account. */
  freeCredits(accountId: string): Promise<string | undefined>;
}

export const PAYER = 'account-1';

/** Opens the usual account with this many credits. */
export async function open({ deposit }: CreditLedgerSubject, amount: string): Promise<void> {
  await deposit(PAYER, amount);
}

export async function reserved(
  { ledger }: CreditLedgerSubject,
  amount: string,
  accountId = PAYER,
): Promise<Reservation> {
  const reservation = await ledger.reserve(accountId, amount);
  assert.ok(reservation, `${accountId} could not reserve ${amount}`);
  return reservation;
}

/** A ledger that tells what can be reserved says the same. */
export async function assertFree(
  { ledger, freeCredits }: CreditLedgerSubject,
  expected: string | undefined,
  accountId = PAYER,
): Promise<void> {
  assert.equal(await freeCredits(accountId), expected);
  if (ledger.available !== undefined) assert.equal(await ledger.available(accountId), expected);
}
