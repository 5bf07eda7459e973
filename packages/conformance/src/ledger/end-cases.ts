import assert from 'node:assert/strict';
import type { CreditLedger, Reservation } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { assertFree, open, PAYER, reserved, type CreditLedgerSubject } from './subject.ts';

type End = (ledger: CreditLedger, reservation: Reservation) => Promise<void>;

/** Ways to end a reservation of 4 out of 10, and what is free after each. */
const ENDS: readonly { readonly how: string; readonly end: End; readonly free: string }[] = [
  { how: 'settled in part', end: (ledger, it) => ledger.settle(it, '1.5'), free: '8.5' },
  { how: 'settled in full', end: (ledger, it) => ledger.settle(it, '4'), free: '6' },
  { how: 'settled with nothing', end: (ledger, it) => ledger.settle(it, '0'), free: '10' },
  { how: 'settled with more than it has', end: (ledger, it) => ledger.settle(it, '9'), free: '6' },
  { how: 'released', end: (ledger, it) => ledger.release(it), free: '10' },
];

/** How reservations end, and that each ends once. */
export const END_CASES: readonly ConformanceCase<CreditLedgerSubject>[] = [
  ...ENDS.map(({ how, end, free }): ConformanceCase<CreditLedgerSubject> => ({
    name: `a reservation of 4 out of 10 that is ${how} leaves ${free}`,
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '10');
      await end(subject.ledger, await reserved(subject, '4'));
      await assertFree(subject, free);
    },
  })),
  ...ENDS.map(({ how, end, free }): ConformanceCase<CreditLedgerSubject> => ({
    name: `a reservation that was ${how} cannot be ended again`,
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '10');
      const reservation = await reserved(subject, '4');
      await end(subject.ledger, reservation);
      for (const again of ENDS) await again.end(subject.ledger, reservation);
      await assertFree(subject, free);
    },
  })),
  {
    name: 'a reservation can be ended by a copy of it',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '10');
      const { id, accountId, amount } = await reserved(subject, '4');
      await subject.ledger.settle({ id, accountId, amount }, '1');
      await assertFree(subject, '9');
    },
  },
  {
    name: 'a copy that claims another amount or account ends what was really reserved',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '10');
      await subject.deposit('account-2', '10');
      const first = await reserved(subject, '4');
      await subject.ledger.settle({ ...first, amount: '1000' }, '9');
      await assertFree(subject, '6');
      const second = await reserved(subject, '4');
      await subject.ledger.release({ ...second, amount: '1000', accountId: 'account-2' });
      await assertFree(subject, '6');
      await assertFree(subject, '10', 'account-2');
    },
  },
  {
    name: 'a reservation that was never made ends nothing',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '10');
      await reserved(subject, '4');
      for (const id of ['', 'none', '%', '__proto__', 'constructor', '\0', '-1']) {
        const unknown = { id, accountId: PAYER, amount: '4' };
        await subject.ledger.settle(unknown, '1');
        await subject.ledger.release(unknown);
      }
      await assertFree(subject, '6');
    },
  },
  {
    name: 'the end of one reservation leaves the others open',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '10');
      const [first, second] = [await reserved(subject, '3'), await reserved(subject, '4')];
      await subject.ledger.release(first);
      await assertFree(subject, '6');
      await subject.ledger.settle(second, '1');
      await assertFree(subject, '9');
    },
  },
  {
    name: 'a charge that is negative or not a decimal is refused with an error and ends nothing',
    spec: 'contract §4.7',
    async run(subject) {
      await open(subject, '10');
      const reservation = await reserved(subject, '4');
      for (const amount of ['-1', '', 'NaN', '1,5', '0x10']) {
        await assert.rejects(
          async () => subject.ledger.settle(reservation, amount),
          RangeError,
          `settle ${JSON.stringify(amount)}`,
        );
      }
      await assertFree(subject, '6');
      await subject.ledger.settle(reservation, '1');
      await assertFree(subject, '9');
    },
  },
];
