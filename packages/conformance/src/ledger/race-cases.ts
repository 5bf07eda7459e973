import assert from 'node:assert/strict';
import type { ConformanceCase } from '../conformance-case.ts';
import { numbersTo } from '../stores/sample-records.ts';
import { assertFree, open, PAYER, reserved, type CreditLedgerSubject } from './subject.ts';

/** What many requests at once may not do. */
export const RACE_CASES: readonly ConformanceCase<CreditLedgerSubject>[] = [
  {
    name: 'of 100 reservations at once for 30 credits exactly 30 succeed',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '30');
      const outcomes = await Promise.all(
        numbersTo(100).map(() => subject.ledger.reserve(PAYER, '1')),
      );
      assert.equal(outcomes.filter((outcome) => outcome !== undefined).length, 30);
      await assertFree(subject, '0');
    },
  },
  {
    name: 'of 40 ends of one reservation at once exactly one counts',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '10');
      const reservation = await reserved(subject, '4');
      await Promise.all(
        numbersTo(20).flatMap(() => [
          subject.ledger.settle(reservation, '1'),
          subject.ledger.release(reservation),
        ]),
      );
      const free = await subject.freeCredits(PAYER);
      assert.ok(free === '9' || free === '10', `expected one end, 9 or 10 to be free, got ${free}`);
    },
  },
  {
    name: 'not one cent is missing after 20 payers reserved and settled at once',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '100');
      const pay = async (number: number) => {
        for (const round of numbersTo(3)) {
          const reservation = await reserved(subject, '1');
          if ((number + round) % 4 === 0) await subject.ledger.release(reservation);
          else await subject.ledger.settle(reservation, '0.01');
        }
      };
      await Promise.all(numbersTo(20).map(pay));
      // Of 60 reservations a quarter was released.
      await assertFree(subject, '99.55');
    },
  },
];
