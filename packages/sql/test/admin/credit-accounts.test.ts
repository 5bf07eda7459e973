import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { collect } from '../support/collect.ts';
import { describeOnEach } from '../support/databases.ts';

describeOnEach('administration of credit accounts', (newDatabase) => {
  it('keeps a movement for each grant and each charge, which add up to the balance', async (t) => {
    const { admin, ledger, close } = await openStores(await newDatabase());
    t.after(close);
    await admin.accounts.create({ id: 'a', credits: '5' });
    await admin.accounts.grant('a', '2.5', 'invoice 7');
    await admin.accounts.grant('a', '-1', 'a correction');
    const charged = await ledger.reserve('a', '1');
    const open = await ledger.reserve('a', '0.25');
    await ledger.settle(charged!, '0.75');
    const movements = await collect(admin.accounts.movements('a'));
    assert.deepEqual(
      movements.map(({ kind, amount, note, reservationId }) => [kind, amount, note, reservationId]),
      [
        ['grant', '5', 'opening balance', null],
        ['grant', '2.5', 'invoice 7', null],
        ['grant', '-1', 'a correction', null],
        ['charge', '-0.75', null, charged!.id],
      ],
    );
    assert.deepEqual(await admin.accounts.audit('a'), {
      balance: '5.75',
      movements: '5.75',
      reserved: '0.25',
      reservations: '0.25',
      isSound: true,
    });
    assert.equal((await admin.accounts.show('a'))?.free, '5.5');
    await assert.rejects(admin.accounts.delete('a'), /has open reservations/);
    await ledger.release(open!);
    assert.equal(await admin.accounts.delete('a'), true);
    assert.equal(await admin.accounts.show('a'), undefined);
  });

  it('frees a reservation that expired, and charges a late settlement once', async (t) => {
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const { admin, ledger, close } = await openStores(await newDatabase(), {
      clock,
      reservationSeconds: 900,
    });
    t.after(close);
    await admin.accounts.create({ id: 'a', credits: '1' });
    const reservation = await ledger.reserve('a', '0.6');
    clock.advance(899_000);
    assert.equal(await admin.accounts.sweep(), 0);
    clock.advance(1000);
    assert.equal(await admin.accounts.sweep(), 1);
    assert.equal((await admin.accounts.show('a'))?.free, '1');
    await ledger.settle(reservation!, '0.5');
    await ledger.settle(reservation!, '0.5');
    assert.deepEqual(await admin.accounts.audit('a'), {
      balance: '0.5',
      movements: '0.5',
      reserved: '0',
      reservations: '0',
      isSound: true,
    });
  });

  it('frees an expired reservation once, however often it sweeps, and no other', async (t) => {
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const { admin, ledger, close } = await openStores(await newDatabase(), {
      clock,
      reservationSeconds: 900,
    });
    t.after(close);
    await admin.accounts.create({ id: 'a', credits: '1' });
    await ledger.reserve('a', '0.2');
    clock.advance(600_000);
    await ledger.reserve('a', '0.7');
    clock.advance(300_000);
    assert.equal(await admin.accounts.sweep(), 1);
    assert.equal(await admin.accounts.sweep(), 0);
    assert.deepEqual(await admin.accounts.audit('a'), {
      balance: '1',
      movements: '1',
      reserved: '0.7',
      reservations: '0.7',
      isSound: true,
    });
  });

  it('charges a late settlement for thirty days after it freed the reservation, and no longer', async (t) => {
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const { admin, ledger, close } = await openStores(await newDatabase(), {
      clock,
      reservationSeconds: 900,
    });
    t.after(close);
    await admin.accounts.create({ id: 'a', credits: '1' });
    const early = await ledger.reserve('a', '0.2');
    const late = await ledger.reserve('a', '0.3');
    clock.advance(900_000);
    assert.equal(await admin.accounts.sweep(), 2);
    clock.advance(30 * 24 * 60 * 60 * 1000 - 1);
    await admin.accounts.sweep();
    await ledger.settle(early!, '0.2');
    clock.advance(1);
    await admin.accounts.sweep();
    await ledger.settle(late!, '0.3');
    assert.equal((await admin.accounts.audit('a'))?.balance, '0.8');
  });

  it('lets a disabled account reserve nothing and still settle', async (t) => {
    const { admin, ledger, close } = await openStores(await newDatabase());
    t.after(close);
    await admin.accounts.create({ id: 'a', credits: '1' });
    const reservation = await ledger.reserve('a', '0.5');
    assert.equal(await admin.accounts.disable('a'), true);
    assert.equal(await ledger.reserve('a', '0.1'), undefined);
    await ledger.settle(reservation!, '0.5');
    await admin.accounts.enable('a');
    assert.ok(await ledger.reserve('a', '0.5'));
  });

  it('does not open an account twice, and grants nothing to an unknown one', async (t) => {
    const { admin, close } = await openStores(await newDatabase());
    t.after(close);
    await admin.accounts.create({ id: 'a' });
    await assert.rejects(admin.accounts.create({ id: 'a' }), /credit account "a" already/);
    await assert.rejects(admin.accounts.grant('b', '1'), /there is no credit account "b"/);
    await assert.rejects(admin.accounts.grant('a', 'much'), RangeError);
  });
});
