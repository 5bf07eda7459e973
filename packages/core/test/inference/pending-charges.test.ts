import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createManualClock,
  createMemoryCreditLedger,
  StoreUnavailableError,
  type CreditLedger,
} from '@model-gateway/core';
import { PendingCharges } from '../../src/inference/charging/pending-charges.ts';
import {
  ACCOUNT,
  anImageGateway,
  aProvider,
  draw,
  settled,
  works,
} from '../images/image-builders.ts';

const HOUR_MS = 60 * 60 * 1000;
const AWAY = new StoreUnavailableError('away', 'the database is away');

/** A ledger that can be away, or never answer. */
function aFailingLedger(error: unknown = AWAY) {
  const inner = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const state = { isAway: false, isSilent: false, ends: 0 };
  const end = async (work: () => Promise<void>) => {
    state.ends++;
    if (state.isSilent) await new Promise(() => {});
    if (state.isAway) throw error;
    await work();
  };
  const ledger: CreditLedger = {
    reserve: (accountId, amount) => inner.reserve(accountId, amount),
    settle: (reservation, amount) => end(() => inner.settle(reservation, amount)),
    release: (reservation) => end(() => inner.release(reservation)),
  };
  return { ledger, state, balance: () => inner.balanceOf(ACCOUNT) };
}

async function aPendingCharge(charges = 1) {
  const clock = createManualClock(0);
  const errors: string[] = [];
  const report = (error: unknown) => void errors.push(String(error));
  const { ledger, state, balance } = aFailingLedger();
  const pending = new PendingCharges(ledger, { clock, report });
  state.isAway = true;
  for (let i = 0; i < charges; i++) {
    const reservation = await pending.reserve(ACCOUNT, '0.0005');
    assert.ok(reservation);
    await pending.settle(reservation, '0.0003');
  }
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds);
    for (let turn = 0; turn < 3; turn++) await settled();
  };
  return { clock, errors, state, balance, pending, pass };
}

describe('a reservation that the ledger fails to end (contract §4.7)', () => {
  it('is ended when the ledger is back', async () => {
    const { clock, state, balance, pass } = await aPendingCharge();
    state.isAway = false;
    await pass(1000);
    assert.equal(balance(), '9.9997');
    assert.equal(clock.waiting, 0);
  });

  it('is tried with growing pauses, one for all, for an hour', async () => {
    const { clock, errors, state, pass } = await aPendingCharge(5);
    const before = state.ends;
    const tries: number[] = [];
    for (let second = 1; second <= 130; second++) {
      const ends = state.ends;
      await pass(1000);
      if (state.ends > ends) tries.push(second);
    }
    assert.deepEqual(tries, [1, 3, 7, 15, 31, 63, 123]);
    assert.equal(state.ends - before, tries.length);
    for (let minute = 0; minute < 62; minute++) await pass(60_000);
    assert.equal(errors.length, 5);
    assert.match(
      errors[0] ?? '',
      /a charge of 0\.0003 USD is lost, because the ledger failed for an hour: account account-1, reservation /,
    );
    assert.equal(clock.waiting, 0);
    assert.ok(clock.now() < 2 * HOUR_MS);
  });

  it('is not lost by a process that was suspended for hours', async () => {
    const { errors, state, balance, pass } = await aPendingCharge();
    await pass(5 * HOUR_MS);
    state.isAway = false;
    await pass(2000);
    assert.deepEqual(errors, []);
    assert.equal(balance(), '9.9997');
  });

  it('is tried after a second again when the next outage comes', async () => {
    const { state, pending, balance, pass } = await aPendingCharge();
    for (let second = 0; second < 4; second++) await pass(1000);
    state.isAway = false;
    for (let second = 0; second < 3; second++) await pass(1000);
    state.isAway = true;
    const reservation = await pending.reserve(ACCOUNT, '1');
    assert.ok(reservation);
    await pending.settle(reservation, '0.5');
    state.isAway = false;
    await pass(1000);
    assert.equal(balance(), '9.4997');
  });

  it('has an hour of its own, whenever the outage began', async () => {
    const { errors, state, pending, balance, pass } = await aPendingCharge();
    for (let minute = 0; minute < 50; minute++) await pass(60_000);
    const reservation = await pending.reserve(ACCOUNT, '1');
    assert.ok(reservation);
    await pending.settle(reservation, '0.5');
    for (let minute = 0; minute < 30; minute++) await pass(60_000);
    assert.equal(errors.length, 1);
    state.isAway = false;
    await pass(60_000);
    // The first one is still reserved.
    assert.equal(balance(), '9.4995');
    assert.equal(errors.length, 1);
  });

  it('with an error of its own is tried once a pause, and made when it passes', async () => {
    const { ledger, state, balance } = aFailingLedger(new Error('the row does not fit'));
    const clock = createManualClock(0);
    const errors: string[] = [];
    const report = (error: unknown) => void errors.push(String(error));
    const pending = new PendingCharges(ledger, { clock, report });
    const reservation = await pending.reserve(ACCOUNT, '1');
    assert.ok(reservation);
    state.isAway = true;
    await pending.settle(reservation, '0.5');
    clock.advance(1000);
    await settled();
    assert.equal(state.ends, 2);
    state.isAway = false;
    clock.advance(2000);
    await settled();
    assert.equal(balance(), '9.5');
    assert.deepEqual(errors, ['Error: the row does not fit']);
  });

  it('is said to have no charge where it has none, when it is lost', async () => {
    const { errors, state, pending, pass } = await aPendingCharge(0);
    const reservation = await pending.reserve(ACCOUNT, '1');
    assert.ok(reservation);
    state.isAway = true;
    await pending.release(reservation);
    const over = pending.settled(1000);
    await pass(1000);
    await over;
    assert.match(errors.join(), /the end of a reservation without a charge is lost, because the g/);
  });

  it('does not hold up others with an error of its own', async () => {
    const inner = createMemoryCreditLedger({ [ACCOUNT]: '10' });
    const broken = new Set<string>();
    const clock = createManualClock(0);
    const errors: string[] = [];
    const pending = new PendingCharges(
      {
        ...inner,
        async settle(reservation, amount) {
          if (broken.has(reservation.id)) throw new Error('the row does not fit');
          await inner.settle(reservation, amount);
        },
      },
      { clock, report: (error) => void errors.push(String(error)) },
    );
    const charge = async (isBroken: boolean) => {
      const reservation = await pending.reserve(ACCOUNT, '1');
      assert.ok(reservation);
      if (isBroken) broken.add(reservation.id);
      await pending.settle(reservation, '1');
      return reservation.id;
    };
    await charge(true);
    await charge(true);
    const away = await charge(true);
    broken.delete(away);
    const over = pending.settled(5000);
    for (let second = 0; second < 6; second++) {
      for (let turn = 0; turn < 5; turn++) await settled();
      clock.advance(1000);
    }
    await over;
    assert.equal(inner.balances()[ACCOUNT], '9');
    assert.equal(errors.filter((error) => error.includes('is lost')).length, 2);
    assert.equal(clock.waiting, 0);
  });

  it('is ended before `settled` resolves', async () => {
    const { clock, errors, state, balance, pending } = await aPendingCharge(3);
    state.isAway = false;
    await pending.settled(10_000);
    assert.equal(balance(), '9.9991');
    assert.equal(clock.waiting, 0);
    assert.deepEqual(errors, []);
  });

  it('is ended while `settled` waits, also where it is the only one', async () => {
    const { errors, state, balance, pending, pass } = await aPendingCharge();
    const over = pending.settled(10_000);
    await settled();
    state.isAway = false;
    await pass(1000);
    await over;
    assert.equal(balance(), '9.9997');
    assert.deepEqual(errors, []);
  });

  it('is given up when `settled` has no more time, and not a second later', async () => {
    const { errors, pending, pass } = await aPendingCharge();
    const over = pending.settled(300);
    await settled();
    await pass(300);
    await over;
    assert.equal(errors.length, 1);
  });

  for (const [what, isSilent] of [
    ['a ledger that is away', false],
    ['a ledger that never answers', true],
  ] as const) {
    it(`is lost when \`settled\` gives up on ${what}, and reported`, async () => {
      const { clock, errors, state, pending, pass } = await aPendingCharge(2);
      state.isSilent = isSilent;
      const over = pending.settled(3000);
      for (let second = 0; second < 4; second++) await pass(1000);
      await over;
      assert.equal(errors.length, 2);
      assert.match(errors[0] ?? '', /is lost, because the gateway ended/);
      assert.equal(clock.waiting, 0);
    });
  }

  it('is lost when 10,000 others wait, and reported', async () => {
    const { errors, state, pending, balance } = await aPendingCharge(10_001);
    assert.equal(errors.length, 1);
    state.isAway = false;
    await pending.settled(0);
    // Of the one that is lost the reservation stays.
    assert.equal(balance(), '6.9995');
    assert.match(errors[0] ?? '', /because 10000 others wait already/);
  });

  it('rejects for an amount that stays invalid', async () => {
    const { ledger } = aFailingLedger();
    const pending = new PendingCharges(ledger, {
      clock: createManualClock(0),
      report: () => assert.fail(),
    });
    const reservation = await pending.reserve(ACCOUNT, '1');
    assert.ok(reservation);
    await assert.rejects(pending.settle(reservation, 'much'), RangeError);
  });
});

describe('what nobody pays for (contract §2.9)', () => {
  const spender = { keyHash: 'a'.repeat(64), userId: 'u', workspaceId: 'w', organizationId: null };
  const spending = { accountId: null, amount: '0.0003', at: 0, spender, budgets: [] };
  const subject = { kind: 'key', id: spender.keyHash } as const;

  for (const [what, failing] of [
    ['reserving', 'reserve'],
    ['settling', 'settle'],
  ] as const) {
    it(`is counted once the ledger is back that failed at ${what}`, async () => {
      const inner = createMemoryCreditLedger();
      let isAway = true;
      const unless = async <Answer>(at: string, work: () => Promise<Answer>) => {
        if (isAway && at === failing) throw AWAY;
        return work();
      };
      const clock = createManualClock(0);
      const pending = new PendingCharges(
        {
          ...inner,
          settle: (...given) => unless('settle', () => inner.settle(...given)),
          spending: {
            ...inner.spending,
            reserve: (wanted) => unless('reserve', () => inner.spending.reserve(wanted)),
          },
        },
        { clock, report: () => assert.fail() },
      );
      await pending.count(spending);
      isAway = false;
      clock.advance(1000);
      for (let turn = 0; turn < 5; turn++) await settled();
      const [spent] = await inner.spending.spent([subject], 0);
      assert.deepEqual([spent?.total, spent?.reserved], ['0.0003', '0']);
      assert.equal(clock.waiting, 0);
    });
  }
});

it('what nobody pays for is counted by no ledger that counts nothing', async () => {
  const { ledger } = aFailingLedger();
  const clock = createManualClock(0);
  const pending = new PendingCharges(ledger, { clock, report: () => assert.fail() });
  const spender = { keyHash: 'a'.repeat(64), userId: 'u', workspaceId: 'w', organizationId: null };
  await pending.count({ accountId: null, amount: '1', at: 0, spender, budgets: [] });
  assert.equal(clock.waiting, 0);
});

describe('an image whose charge fails', () => {
  it('is delivered, and charged once the ledger is back', async () => {
    const { ledger, state, balance } = aFailingLedger();
    const { gateway, clock, errors } = anImageGateway([aProvider('one', works)], { ledger });
    state.isAway = true;
    assert.equal((await draw(gateway)).status, 200);
    assert.equal(balance(), '9.96');
    state.isAway = false;
    clock.advance(1000);
    await settled();
    assert.deepEqual(errors, []);
    assert.equal(balance(), '9.96');
    assert.equal(clock.waiting, 0);
    assert.equal(state.ends, 2);
  });

  it('is charged at the end of the gateway', async () => {
    const { ledger, state } = aFailingLedger(new Error('broken'));
    const { gateway, clock, errors } = anImageGateway([aProvider('one', works)], { ledger });
    state.isAway = true;
    await draw(gateway);
    state.isAway = false;
    await gateway.settled();
    assert.equal(state.ends, 2);
    assert.deepEqual(errors.map(String), ['Error: broken']);
    assert.equal(clock.waiting, 0);
  });
});
