import assert from 'node:assert/strict';
import { PROPERTY_NAMES } from '../stores/sample-records.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import { open, PAYER, reserved, type CreditLedgerSubject } from './subject.ts';

/** Of a ledger without totals nothing is asked: the gateway then shows none. */
async function assertTotals(
  { ledger }: CreditLedgerSubject,
  expected: { readonly added: string; readonly used: string } | undefined,
  accountId = PAYER,
): Promise<void> {
  if (ledger.totals === undefined) return;
  assert.deepEqual(await ledger.totals(accountId), expected);
}

/** What was added to an account, and what it was charged. */
export const TOTALS_CASES: readonly ConformanceCase<CreditLedgerSubject>[] = [
  {
    name: 'totals are of what was added and charged, and not of what is reserved',
    spec: 'contract §15.4',
    async run(subject) {
      await open(subject, '10');
      await assertTotals(subject, { added: '10', used: '0' });
      const [first, second] = [await reserved(subject, '4'), await reserved(subject, '3')];
      await assertTotals(subject, { added: '10', used: '0' });
      await subject.ledger.settle(first, '1.000000000000000001');
      await subject.ledger.release(second);
      await subject.deposit(PAYER, '5.5');
      await assertTotals(subject, { added: '15.5', used: '1.000000000000000001' });
    },
  },
  {
    name: 'what is taken away was not added, and was not charged',
    spec: 'contract §15.4',
    async run(subject) {
      await open(subject, '10');
      await subject.deposit(PAYER, '-2.5');
      await assertTotals(subject, { added: '7.5', used: '0' });
    },
  },
  {
    name: 'totals are of one account, and unknown accounts have none',
    spec: 'contract §15.4',
    async run(subject) {
      await open(subject, '10');
      await subject.deposit('account-2', '0');
      await subject.ledger.settle(await reserved(subject, '4'), '4');
      await assertTotals(subject, { added: '0', used: '0' }, 'account-2');
      for (const name of ['account-3', '', '%', '\0', ...PROPERTY_NAMES]) {
        await assertTotals(subject, undefined, name);
      }
    },
  },
];
