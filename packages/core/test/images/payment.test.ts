import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMemoryCreditLedger, type CreditLedger } from '@model-gateway/core';
import { reserveCredits } from '../../src/images/payment.ts';
import { ACCOUNT } from './image-builders.ts';

it('a payment whose settlement failed can still be released (decisions §4.7)', async () => {
  const inner = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const ledger: CreditLedger = {
    reserve: (accountId, amount) => inner.reserve(accountId, amount),
    settle: () => Promise.reject(new Error('the ledger is away')),
    release: (reservation) => inner.release(reservation),
  };
  const payment = await reserveCredits(ACCOUNT, [{ upperBound: '0.04' }], ledger);
  await assert.rejects(payment.settle('0.04'), /the ledger is away/);
  assert.equal(inner.balanceOf(ACCOUNT), '9.96');
  await payment.release();
  assert.equal(inner.balanceOf(ACCOUNT), '10');
});

it('a payment that was settled is not released any more', async () => {
  const ends: string[] = [];
  const inner = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const ledger: CreditLedger = {
    reserve: (accountId, amount) => inner.reserve(accountId, amount),
    settle: async () => void ends.push('settled'),
    release: async () => void ends.push('released'),
  };
  const payment = await reserveCredits(ACCOUNT, [{ upperBound: '0.04' }], ledger);
  await payment.settle('0.04');
  await payment.release();
  await payment.settle('0.04');
  assert.deepEqual(ends, ['settled']);
});
