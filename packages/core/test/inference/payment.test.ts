import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryCreditLedger } from '@model-gateway/core';
import { reserveCredits, type CountingLedger } from '../../src/inference/charging/payment.ts';
import type { Payer } from '../../src/inference/charging/payer.ts';
import { aGeneration } from '../builders.ts';
import { ACCOUNT } from '../images/image-builders.ts';

const PAYER: Payer = {
  accountId: ACCOUNT,
  at: Date.UTC(2026, 0, 10),
  spender: { keyHash: 'a'.repeat(64), userId: 'u', workspaceId: 'w', organizationId: null },
  budgets: [],
};

it('a payment whose settlement failed can still be released (contract §4.7)', async () => {
  const inner = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const ledger: CountingLedger = {
    count: async () => assert.fail('nothing is free'),
    reserve: (accountId, amount) => inner.reserve(accountId, amount),
    settle: () => Promise.reject(new Error('the ledger is away')),
    release: (reservation) => inner.release(reservation),
  };
  const payment = await reserveCredits(PAYER, [{ upperBound: '0.04' }], ledger);
  await assert.rejects(payment.settle('0.04'), /the ledger is away/);
  assert.equal(inner.balanceOf(ACCOUNT), '9.96');
  await payment.release();
  assert.equal(inner.balanceOf(ACCOUNT), '10');
});

/** A payment, and how the ledger was asked to end it. */
async function aWatchedPayment() {
  const ends: string[] = [];
  const inner = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const ledger: CountingLedger = {
    count: async () => assert.fail('nothing is free'),
    reserve: (accountId, amount) => inner.reserve(accountId, amount),
    settle: async () => void ends.push('settled'),
    release: async () => void ends.push('released'),
  };
  const payment = await reserveCredits(PAYER, [{ upperBound: '0.04' }], ledger);
  return { ends, payment };
}

it('a settled payment cannot be released', async () => {
  const { ends, payment } = await aWatchedPayment();
  await payment.settle('0.04');
  await payment.release();
  await payment.settle('0.04');
  assert.deepEqual(ends, ['settled']);
});

it('a released payment cannot be released or settled', async () => {
  const { ends, payment } = await aWatchedPayment();
  await payment.release();
  await payment.settle('0.04');
  await payment.release();
  assert.deepEqual(ends, ['released']);
});

it('a payment whose release failed can still be settled', async () => {
  const inner = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const ledger: CountingLedger = {
    ...inner,
    count: async () => assert.fail('nothing is free'),
    release: () => Promise.reject(new Error('the ledger is away')),
  };
  const payment = await reserveCredits(PAYER, [{ upperBound: '0.04' }], ledger);
  await assert.rejects(payment.release(), /the ledger is away/);
  await payment.settle('0.03');
  assert.equal(inner.balanceOf(ACCOUNT), '9.97');
});

describe('what is set aside (contract §4.7)', () => {
  /** A ledger that notes what it is asked for. */
  function aLedger(hasEnough = true) {
    const asked: string[] = [];
    const ledger: CountingLedger = {
      count: async ({ amount }) => void asked.push(`count ${amount}`),
      reserve: async (accountId, amount) => {
        asked.push(`reserve ${accountId} ${amount}`);
        return hasEnough ? { id: 'r1', accountId, amount } : undefined;
      },
      settle: async ({ id }, cost, generation) => {
        if (generation !== undefined) {
          assert.deepEqual(generation, aGeneration({ costUsd: cost }));
        }
        asked.push(`settle ${id} ${cost}`);
      },
      release: async ({ id }) => void asked.push(`release ${id}`),
    };
    return { asked, ledger };
  }
  const candidates = (...amounts: string[]) => amounts.map((upperBound) => ({ upperBound }));

  for (const [what, amounts, reserved] of [
    ['the only candidate’s', ['0.04'], '0.04'],
    ['the most expensive one’s, wherever it is', ['0.04', '0.5', '0.1'], '0.5'],
    ['the most expensive one’s, as amounts and not as text', ['9', '10'], '10'],
    ['nothing where all are free', ['0', '0'], '0'],
  ] as const) {
    it(`is ${what}`, async () => {
      const { asked, ledger } = aLedger();
      await reserveCredits(PAYER, candidates(...amounts), ledger);
      assert.deepEqual(asked, [`reserve ${ACCOUNT} ${reserved}`]);
    });
  }

  it('is said when the account has too little', async () => {
    const { ledger } = aLedger(false);
    await assert.rejects(reserveCredits(PAYER, candidates('0.5'), ledger), {
      code: 'insufficientCredits',
      metadata: { required_usd: '0.5', limit_of: 'account' },
    });
  });

  for (const [what, cost, charged] of [
    ['what it cost', '0.04', '0.04'],
    ['all that was reserved', '0.5', '0.5'],
    ['no more than was reserved', '0.51', '0.5'],
    ['nothing', '0', '0'],
  ] as const) {
    it(`is settled with ${what}`, async () => {
      const { asked, ledger } = aLedger();
      const payment = await reserveCredits(PAYER, candidates('0.5'), ledger);
      await payment.settle(cost, aGeneration({ costUsd: cost }));
      assert.equal(asked.at(-1), `settle r1 ${charged}`);
    });
  }

  it('is nothing without an account, and what it cost is counted', async () => {
    const { asked, ledger } = aLedger();
    const payment = await reserveCredits({ ...PAYER, accountId: null }, candidates('0.5'), ledger);
    await payment.settle('0.5');
    await payment.release();
    assert.deepEqual(asked, ['count 0.5']);
  });
});
