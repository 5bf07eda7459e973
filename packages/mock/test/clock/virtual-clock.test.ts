import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { nextTurn } from '@model-gateway/core/kit';
import { createVirtualClock } from '../../src/clock/create-virtual-clock.ts';
import type { ClockMode, VirtualClock } from '../../src/clock/virtual-clock.ts';

const START = Date.UTC(2026, 7, 1);
const NOON = START + 12 * 3_600_000;

/** A clock at `START` over a real time that the test moves. */
function aClock(mode: ClockMode) {
  const real = createManualClock(1_000_000);
  return { real, clock: createVirtualClock({ now: '2026-08-01', mode }, real) };
}

/** Notes when each alarm rang, in milliseconds since `START`. */
function ringing(clock: VirtualClock, ...after: readonly number[]) {
  const rung: number[] = [];
  for (const milliseconds of after) {
    clock.after(milliseconds, () => rung.push(clock.now() - START));
  }
  return rung;
}

const passed = (clock: VirtualClock, milliseconds: number) =>
  new Promise<void>((resolve) => void clock.after(milliseconds, resolve));

/** Work that takes real time: this many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await nextTurn();
}

describe('a flowing clock', () => {
  it('runs with real time from where it is set', () => {
    const { real, clock } = aClock('flowing');
    assert.equal(clock.now(), START);
    real.advance(1500);
    assert.equal(clock.now(), START + 1500);
  });

  it('is the default, and begins now', () => {
    const real = createManualClock(5);
    const clock = createVirtualClock({}, real);
    assert.deepEqual([clock.mode, clock.now()], ['flowing', 5]);
  });

  it('rings an alarm after as much real time', () => {
    const { real, clock } = aClock('flowing');
    const rung = ringing(clock, 20, 10);
    real.advance(15);
    assert.deepEqual(rung, [10]);
    real.advance(5);
    assert.deepEqual(rung, [10, 20]);
  });

  it('waits longer than a timer can', () => {
    const { real, clock } = aClock('flowing');
    const days = 30 * 86_400_000;
    const rung = ringing(clock, days);
    real.advance(days - 1);
    assert.deepEqual(rung, []);
    real.advance(1);
    assert.deepEqual(rung, [days]);
  });

  it('can be advanced: the rest of a wait passes with real time', async () => {
    const { real, clock } = aClock('flowing');
    const rung = ringing(clock, 1000, 2000);
    await clock.advance(1500);
    assert.deepEqual(rung, [1000]);
    real.advance(500);
    assert.deepEqual(rung, [1000, 2000]);
  });

  it('leaves no timer behind when it is frozen or the alarm is cancelled', () => {
    const { real, clock } = aClock('flowing');
    const callOff = clock.after(10, () => {});
    clock.after(20, () => {});
    assert.equal(real.waiting, 2);
    callOff();
    assert.equal(real.waiting, 1);
    clock.freeze();
    assert.equal(real.waiting, 0);
    clock.flow();
    assert.equal(real.waiting, 1);
  });
});

describe('a frozen clock', () => {
  it('stands still whatever real time does', () => {
    const { real, clock } = aClock('frozen');
    const rung = ringing(clock, 1);
    real.advance(10_000);
    assert.deepEqual([clock.now(), rung], [START, []]);
  });

  it('rings in order when it is advanced, equal alarms in the order they were set', async () => {
    const { clock } = aClock('frozen');
    const rung: string[] = [];
    for (const [name, after] of [
      ['c', 20],
      ['a', 10],
      ['b', 10],
      ['d', 30],
    ] as const) {
      clock.after(after, () => rung.push(name));
    }
    await clock.advance(20);
    assert.deepEqual(rung, ['a', 'b', 'c']);
    assert.equal(clock.now(), START + 20);
  });

  it('rings an alarm that is set on the way and due by then', async () => {
    const { clock } = aClock('frozen');
    const rung: number[] = [];
    const tick = () => {
      rung.push(clock.now() - START);
      clock.after(10, tick);
    };
    clock.after(10, tick);
    await clock.advance(35);
    assert.deepEqual(rung, [10, 20, 30]);
    assert.equal(clock.now(), START + 35);
  });

  it('does not ring a cancelled alarm', async () => {
    const { clock } = aClock('frozen');
    const callOff = clock.after(10, () => assert.fail('it was called off'));
    callOff();
    callOff();
    await clock.advance(10);
  });

  it('rings the others in their order when some are cancelled, whichever they are', async () => {
    for (const cancelled of [[0], [1], [3], [0, 1], [2, 3], [3, 0], [1, 2], [0, 1, 2, 3]]) {
      const { clock } = aClock('frozen');
      const rung: number[] = [];
      const alarm = (name: number) => clock.after(10, () => rung.push(name));
      const callOffs = [0, 1, 2, 3].map(alarm);
      for (const name of cancelled) callOffs[name]?.();
      alarm(4);
      await clock.advance(10);
      const left = [0, 1, 2, 3, 4].filter((name) => !cancelled.includes(name));
      assert.deepEqual(rung, left, `without ${cancelled.join(', ')}`);
    }
  });

  it('moves once for each of several advances at a time', async () => {
    const { clock } = aClock('frozen');
    const rung = ringing(clock, 10, 20);
    await Promise.all([clock.advance(10), clock.advance(10), clock.set(NOON)]);
    assert.deepEqual([rung, clock.now()], [[10, 20], NOON]);
  });

  it('flows on from where it is', () => {
    const { real, clock } = aClock('frozen');
    real.advance(5000);
    clock.flow();
    real.advance(7);
    assert.equal(clock.now(), START + 7);
  });

  it('counts waits, without timeouts', () => {
    const { clock } = aClock('frozen');
    clock.after(10, () => {});
    clock.after(10, () => {}, 'limit');
    assert.equal(clock.waiting, 1);
  });
});

describe('set', () => {
  it('forward rings alarms that are due on the way', async () => {
    const { clock } = aClock('frozen');
    const rung = ringing(clock, 10);
    await clock.set(new Date(NOON));
    assert.deepEqual([rung, clock.now()], [[10], NOON]);
  });

  it('back rings nothing, and keeps the remaining time of each wait', async () => {
    const { clock } = aClock('frozen');
    let rang = 0;
    clock.after(10, () => rang++);
    await clock.set('2020-01-01T00:00:00+01:00');
    assert.equal(clock.now(), Date.UTC(2019, 11, 31, 23));
    await clock.advance(9);
    assert.equal(rang, 0);
    await clock.advance(1);
    assert.equal(rang, 1);
  });

  it('moves a flowing clock, which flows on', async () => {
    const { real, clock } = aClock('flowing');
    await clock.set(NOON);
    real.advance(3);
    assert.equal(clock.now(), NOON + 3);
  });
});

describe('autoAdvance', () => {
  it('jumps from wait to wait, in order', async () => {
    const { clock } = aClock('autoAdvance');
    const rung = ringing(clock, 60_000, 10, 3_600_000);
    await clock.advance(0);
    assert.deepEqual(rung, [10, 60_000, 3_600_000]);
    assert.equal(clock.now(), START + 3_600_000);
  });

  it('does not jump to a timeout, but fires those on the way', async () => {
    const { clock } = aClock('autoAdvance');
    const rung: string[] = [];
    clock.after(5, () => rung.push('limit on the way'), 'limit');
    clock.after(20, () => rung.push('limit'), 'limit');
    await clock.advance(0);
    assert.equal(rung.length, 0);
    clock.after(10, () => rung.push('wait'));
    await clock.advance(0);
    assert.deepEqual(rung, ['limit on the way', 'wait']);
    assert.equal(clock.now(), START + 10);
  });

  it('does not jump while work is under way', async () => {
    const { clock } = aClock('autoAdvance');
    let finish = () => {};
    const working = clock.during(new Promise<void>((resolve) => (finish = resolve)));
    const rung = ringing(clock, 10);
    for (let i = 0; i < 5; i++) await nextTurn();
    assert.deepEqual(rung, []);
    finish();
    await working;
    await clock.advance(0);
    assert.deepEqual(rung, [10]);
  });

  it('wakes a wait from before it was switched on, and no new one once it is off', async () => {
    const { clock } = aClock('frozen');
    const rung = ringing(clock, 10);
    clock.autoAdvance();
    await clock.advance(0);
    assert.deepEqual([rung, clock.mode], [[10], 'autoAdvance']);
    clock.autoAdvance(false);
    clock.after(10, () => rung.push(0));
    await clock.advance(0);
    assert.deepEqual([rung, clock.mode, clock.waiting], [[10], 'frozen', 1]);
  });
});

describe('advance resolves', () => {
  it('when the work that it woke is done, however many promises it takes', async () => {
    const { clock } = aClock('frozen');
    let hops = 0;
    const work = async () => {
      await passed(clock, 10);
      for (let i = 0; i < 500; i++) await Promise.resolve(hops++);
    };
    const working = work();
    await clock.advance(10);
    assert.equal(hops, 500);
    await working;
  });

  it('when the real work that it woke is done, and what that woke', async () => {
    const { clock } = aClock('frozen');
    const done: string[] = [];
    const work = async () => {
      await passed(clock, 10);
      await clock.during(turns(20));
      for (let i = 0; i < 20; i++) await Promise.resolve();
      await clock.during(turns(20));
      done.push('first');
      await passed(clock, 5);
      await clock.during(turns(20));
      done.push('second');
    };
    const working = work();
    await clock.advance(20);
    assert.deepEqual(done, ['first', 'second']);
    await working;
  });

  it('after work that was under way before, which is in time for it', async () => {
    const { clock } = aClock('frozen');
    const work = async () => {
      await clock.during(turns(20));
      await passed(clock, 10);
      return clock.now() - START;
    };
    const working = work();
    await clock.advance(10);
    assert.equal(await working, 10);
  });

  it('also when the work fails', async () => {
    const { clock } = aClock('frozen');
    const failing = clock.during(Promise.reject(new Error('no')));
    await assert.rejects(failing, /no/);
    await clock.advance(10);
    assert.equal(clock.now(), START + 10);
  });
});
