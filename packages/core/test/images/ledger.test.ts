import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createMemoryCreditLedger } from '@model-gateway/core';
import { ACCOUNT, anEndpoint, anImageGateway, aProvider, draw, works } from './image-builders.ts';

/** Cents as USD. */
const usd = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const centsOf = (amount: string | undefined) => Math.round(Number(amount) * 100);

describe('the memory ledger (contract §4.7)', () => {
  it('never spends a credit twice, with 10,000 reservations at once', async () => {
    const ledger = createMemoryCreditLedger({ a: '1000' });
    const reservations = await Promise.all(
      Array.from({ length: 10_000 }, () => ledger.reserve('a', '0.3')),
    );
    const granted = reservations.filter((reservation) => reservation !== undefined);
    assert.equal(granted.length, 3333);
    assert.equal(ledger.balanceOf('a'), '0.1');

    await Promise.all(
      granted.map((reservation, i) =>
        i % 2 === 0 ? ledger.settle(reservation, '0.1') : ledger.release(reservation),
      ),
    );
    // 1,667 were charged 0.1 each; everything else is free again.
    assert.equal(ledger.balanceOf('a'), '833.3');
  });

  it('counts only the first end of a reservation', async () => {
    const ledger = createMemoryCreditLedger({ a: '1' });
    const reservation = await ledger.reserve('a', '1');
    assert.ok(reservation);
    await ledger.settle(reservation, '0.4');
    await ledger.release(reservation);
    await ledger.settle(reservation, '0.1');
    assert.equal(ledger.balanceOf('a'), '0.6');
  });

  it('charges at most what was reserved', async () => {
    const ledger = createMemoryCreditLedger({ a: '1' });
    const reservation = await ledger.reserve('a', '0.5');
    assert.ok(reservation);
    await ledger.settle(reservation, '7');
    assert.equal(ledger.balanceOf('a'), '0.5');
  });

  it('knows no other accounts', async () => {
    const ledger = createMemoryCreditLedger({ a: '1' });
    for (const name of ['b', '__proto__', 'constructor', '']) {
      assert.equal(await ledger.reserve(name, '0'), undefined, name);
    }
  });

  it('loses and makes no cent, whatever happens in whatever order', async () => {
    const step = fc.record({ cents: fc.nat(500), spent: fc.nat(600), settles: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.nat(5000), fc.array(step, { maxLength: 40 }), async (start, steps) => {
        const ledger = createMemoryCreditLedger({ a: usd(start) });
        let charged = 0;
        await Promise.all(
          steps.map(async ({ cents, spent, settles }) => {
            const reservation = await ledger.reserve('a', usd(cents));
            if (reservation === undefined) return;
            assert.ok(centsOf(ledger.balanceOf('a')) >= 0);
            if (!settles) return ledger.release(reservation);
            charged += Math.min(spent, cents);
            return ledger.settle(reservation, usd(spent));
          }),
        );
        assert.equal(centsOf(ledger.balanceOf('a')), start - charged);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});

describe('concurrent requests on one balance', () => {
  it('are paid or refused with 402, and the sum is right', async () => {
    const pricing = [{ billable: 'output_image', unit: 'image', usd: '0.03' }] as const;
    const providers = [aProvider('one', works, anEndpoint({ pricing }))];
    const { gateway, ledger } = anImageGateway(providers);
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, async () => (await draw(gateway)).status),
    );
    const paid = statuses.filter((status) => status === 200).length;
    const refused = statuses.filter((status) => status === 402).length;
    assert.equal(paid + refused, 1000);
    assert.equal(centsOf(ledger.balanceOf(ACCOUNT)), 1000 - 3 * paid);
    // Each finished request frees nothing here, so exactly the balance is spent.
    assert.equal(paid, 333);
  });
});
