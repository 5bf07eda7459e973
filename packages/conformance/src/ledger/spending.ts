import assert from 'node:assert/strict';
import type {
  Budget,
  CreditLedger,
  Overspent,
  Reservation,
  Spending,
  SpendingBook,
  Spent,
} from '@model-gateway/core';
import type { CreditLedgerSubject } from './subject.ts';

/* A spender, and what the cases of its spending ask of a ledger. */

export const SPENDER = {
  keyHash: 'a'.repeat(64),
  userId: 'user_1',
  workspaceId: '10000000-0000-4000-8000-000000009001',
  organizationId: 'org_1',
};
export const KEY = { kind: 'key', id: SPENDER.keyHash } as const;
/** A Saturday, in the week from the 5th to the 11th. */
export const NOON = Date.UTC(2026, 0, 10, 12);
export const DAY = 24 * 60 * 60 * 1000;

type Given = Partial<Spending> & { readonly amount: string };

export function bookOf({ spending }: CreditLedger): SpendingBook {
  return spending ?? assert.fail('the ledger has no member "spending"');
}

export function ask({ ledger }: CreditLedgerSubject, given: Given) {
  return bookOf(ledger).reserve({
    accountId: null,
    at: NOON,
    spender: SPENDER,
    budgets: [daily('10')],
    ...given,
  });
}

export function daily(usd: string, subject: Pick<Budget, 'kind' | 'id'> = KEY): Budget {
  return { ...subject, usd, reset: 'daily' };
}

export async function reserved(subject: CreditLedgerSubject, given: Given): Promise<Reservation> {
  const outcome = await ask(subject, given);
  if ('overspent' in outcome) assert.fail(`refused: ${JSON.stringify(outcome.overspent)}`);
  return outcome;
}

/** Reserves and charges all of it. */
export async function spend(subject: CreditLedgerSubject, given: Given, charge = given.amount) {
  await subject.ledger.settle(await reserved(subject, given), charge);
}

export async function assertRefused(
  subject: CreditLedgerSubject,
  given: Given,
  expected: Overspent | string,
): Promise<void> {
  const outcome = await ask(subject, given);
  if (!('overspent' in outcome)) assert.fail(`${given.amount} was reserved`);
  const { overspent } = outcome;
  if (typeof expected !== 'string') assert.deepEqual(overspent, expected);
  else assert.equal(overspent.of === 'budget' ? overspent.remaining : overspent.of, expected);
}

export async function spentBy(
  { ledger }: CreditLedgerSubject,
  at = NOON,
  subject: Pick<Spent, 'kind' | 'id'> = KEY,
) {
  const [spent] = await bookOf(ledger).spent([subject], at);
  const {
    total,
    monthly,
    weekly,
    daily: today,
    reserved: held,
  } = spent ?? assert.fail('no answer');
  return [total, monthly, weekly, today, held].join(' ');
}
