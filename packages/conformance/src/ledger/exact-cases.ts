import type { ConformanceCase } from '../conformance-case.ts';
import { numbersTo } from '../stores/sample-records.ts';
import { assertFree, open, reserved, type CreditLedgerSubject } from './subject.ts';

interface Sum {
  readonly name: string;
  readonly deposit: string;
  readonly reserve: string;
  readonly charge: string;
  /** While the reservation is open. */
  readonly during: string;
  readonly after: string;
}

/** Amounts that binary fractions, doubles or a fixed number of places get wrong. */
const SUMS: readonly Sum[] = [
  {
    name: 'tenths',
    deposit: '0.3',
    reserve: '0.2',
    charge: '0.1',
    during: '0.1',
    after: '0.2',
  },
  {
    name: 'more than 2^53 cents with a fraction of a cent',
    deposit: '123456789012345678.000000000001',
    reserve: '0.000000000002',
    charge: '0.000000000001',
    during: '123456789012345677.999999999999',
    after: '123456789012345678',
  },
  {
    name: 'eighteen places',
    deposit: '1',
    reserve: '0.000000000000000003',
    charge: '0.000000000000000001',
    during: '0.999999999999999997',
    after: '0.999999999999999999',
  },
  {
    name: 'an exponent, as prices may have',
    deposit: '1e2',
    reserve: '3e-6',
    charge: '1E-6',
    during: '99.999997',
    after: '99.999999',
  },
  {
    name: 'zeros in front and behind',
    deposit: '007.500',
    reserve: '0.50',
    charge: '00.2500',
    during: '7',
    after: '7.25',
  },
];

/** Money is exact decimal everywhere. */
export const EXACT_CASES: readonly ConformanceCase<CreditLedgerSubject>[] = [
  ...SUMS.map((sum): ConformanceCase<CreditLedgerSubject> => ({
    name: `amounts are exact: ${sum.name}`,
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, sum.deposit);
      const reservation = await reserved(subject, sum.reserve);
      await assertFree(subject, sum.during);
      await subject.ledger.settle(reservation, sum.charge);
      await assertFree(subject, sum.after);
    },
  })),
  {
    name: 'a hundred charges of a millionth add up to a ten-thousandth',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '1');
      for (const _ of numbersTo(100)) {
        await subject.ledger.settle(await reserved(subject, '0.01'), '0.000001');
      }
      await assertFree(subject, '0.9999');
    },
  },
];
