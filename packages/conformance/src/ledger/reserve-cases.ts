import assert from 'node:assert/strict';
import type { ConformanceCase } from '../conformance-case.ts';
import { ANY_TEXT, PROPERTY_NAMES } from '../stores/sample-records.ts';
import { assertFree, open, PAYER, reserved, type CreditLedgerSubject } from './subject.ts';

/** Who can set how much aside. */
export const RESERVE_CASES: readonly ConformanceCase<CreditLedgerSubject>[] = [
  {
    name: 'a reservation names its account and amount, and reduces what is free by it',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '10');
      const reservation = await reserved(subject, '2.5');
      assert.equal(reservation.accountId, PAYER);
      assert.equal(Number(reservation.amount), 2.5);
      await assertFree(subject, '7.5');
    },
  },
  {
    name: 'reservations have different ids',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '10');
      const ids = new Set<string>();
      for (let i = 0; i < 5; i++) ids.add((await reserved(subject, '1')).id);
      assert.equal(ids.size, 5);
    },
  },
  {
    name: 'all that is free can be reserved, and nothing after it',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '1.25');
      await reserved(subject, '1.25');
      await assertFree(subject, '0');
      assert.equal(await subject.ledger.reserve(PAYER, '0.000000001'), undefined);
    },
  },
  {
    name: 'more than is free cannot be reserved, and the attempt changes nothing',
    spec: 'contract §9 (402)',
    async run(subject) {
      await open(subject, '1');
      assert.equal(await subject.ledger.reserve(PAYER, '1.000000000001'), undefined);
      await assertFree(subject, '1');
    },
  },
  {
    name: 'nothing can be reserved by an account without credits',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '0');
      await reserved(subject, '0');
      await assertFree(subject, '0');
    },
  },
  {
    name: 'an unknown account reserves nothing, not even zero, and is not opened by it',
    spec: 'contract §9 (402)',
    async run(subject) {
      await open(subject, '1');
      const unknown = ['account', `${PAYER} `, PAYER.toUpperCase(), '', '%', '\0', '\ud800'];
      for (const accountId of [...unknown, ...PROPERTY_NAMES]) {
        assert.equal(await subject.ledger.reserve(accountId, '0'), undefined, accountId);
        await assertFree(subject, undefined, accountId);
      }
    },
  },
  {
    name: 'accounts do not mix, whatever they are named',
    spec: 'contract §4.7',
    async run(subject) {
      const names = [PAYER, ANY_TEXT, ...PROPERTY_NAMES];
      for (const [i, accountId] of names.entries()) await subject.deposit(accountId, String(i + 1));
      for (const [i, accountId] of names.entries()) {
        await reserved(subject, '0.5', accountId);
        await assertFree(subject, `${i}.5`, accountId);
      }
    },
  },
  {
    name: 'deposits add up',
    spec: 'contract §4.7',
    async run(subject) {
      for (const amount of ['0.1', '0.2', '3']) await subject.deposit(PAYER, amount);
      await assertFree(subject, '3.3');
    },
  },
  {
    name: 'an amount that is negative or not a decimal is refused with an error and changes nothing',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '5');
      for (const amount of [
        '-1',
        '-0.01',
        '',
        ' ',
        'NaN',
        'Infinity',
        '1,5',
        '0x10',
        'ten',
        '1 ',
      ]) {
        await assert.rejects(
          async () => subject.ledger.reserve(PAYER, amount),
          RangeError,
          `reserve ${JSON.stringify(amount)}`,
        );
      }
      await assertFree(subject, '5');
    },
  },
];
