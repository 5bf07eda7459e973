import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '@model-gateway/core';
import { AttemptTimer, type AttemptLimits } from '../../src/inference/attempts/attempt-timer.ts';
import { aClock } from '../builders.ts';

const LIMITS: AttemptLimits = {
  connectMs: 5000,
  firstByteMs: 60_000,
  idleMs: 30_000,
  firstOutputMs: 300_000,
  betweenOutputsMs: 120_000,
  wholeMs: 1_800_000,
};

function aTimer(limits: Partial<AttemptLimits> = {}) {
  const manual = aClock();
  let timers = 0;
  let setBack = 0;
  const clock: Clock = {
    now: () => manual.now() - setBack,
    after(milliseconds, callback, purpose) {
      timers++;
      assert.equal(purpose, 'limit');
      return manual.after(milliseconds, callback);
    },
  };
  let late: string | undefined;
  const timer = new AttemptTimer(clock, { ...LIMITS, ...limits }, ({ message }) => {
    assert.equal(late, undefined, 'late a second time');
    late = message;
    timer.stop();
  });
  return {
    timer,
    advance: (milliseconds: number) => manual.advance(milliseconds),
    setBack: (milliseconds: number) => (setBack += milliseconds),
    waiting: () => manual.waiting,
    timers: () => timers,
    late: () => late,
  };
}

/** Advances by seconds, in each of which `then` happens. */
function pass({ advance }: ReturnType<typeof aTimer>, seconds: number, then = () => {}): void {
  for (let second = 0; second < seconds; second++) {
    advance(1000);
    then();
  }
}

describe('the time of an attempt (contract §4.6)', () => {
  it('limits connecting, the first byte, and each byte after that', () => {
    const steps = [
      ['connecting took longer than 5000 ms', 5000, undefined],
      ['the first byte took longer than 60000 ms', 60_000, 'sent'],
      ['the next byte took longer than 30000 ms', 30_000, 'heard'],
    ] as const;
    for (const [message, milliseconds, event] of steps) {
      const scene = aTimer();
      scene.timer.resume();
      if (event !== undefined) scene.timer[event]();
      scene.advance(milliseconds - 1);
      assert.equal(scene.late(), undefined);
      scene.advance(1);
      assert.equal(scene.late(), message);
    }
  });

  it('lets an answer go on whose bytes come, up to the limit of the whole', () => {
    const scene = aTimer({ firstOutputMs: Infinity, wholeMs: 100_000 });
    scene.timer.resume();
    scene.timer.sent();
    pass(scene, 99, () => scene.timer.heard());
    assert.equal(scene.late(), undefined);
    pass(scene, 1);
    assert.equal(scene.late(), 'the attempt took longer than 100000 ms');
  });

  it('does not take bytes for output: pings keep no dead model alive', () => {
    const scene = aTimer();
    scene.timer.resume();
    pass(scene, 299, () => scene.timer.heard());
    assert.equal(scene.late(), undefined);
    pass(scene, 1, () => scene.timer.heard());
    assert.equal(scene.late(), 'the first output took longer than 300000 ms');
  });

  it('limits the time between outputs, whatever steps come without any', () => {
    const scene = aTimer();
    scene.timer.resume();
    scene.timer.stepped(true);
    const step = () => {
      scene.timer.resume();
      scene.timer.stepped(false);
      scene.timer.resume();
    };
    step();
    pass(scene, 119, step);
    assert.equal(scene.late(), undefined);
    pass(scene, 1, step);
    assert.equal(scene.late(), 'the next output took longer than 120000 ms');
  });

  it('does not pass while the reader pauses, for no limit', () => {
    const scene = aTimer({ wholeMs: 100_000 });
    scene.timer.resume();
    pass(scene, 4);
    scene.timer.pause();
    pass(scene, 1000);
    scene.timer.resume();
    scene.advance(999);
    assert.equal(scene.late(), undefined);
    scene.advance(1);
    assert.equal(scene.late(), 'connecting took longer than 5000 ms');
  });

  it('takes one timer for a thousand reads', () => {
    const scene = aTimer();
    scene.timer.resume();
    scene.timer.sent();
    const before = scene.timers();
    for (let read = 0; read < 1000; read++) {
      scene.timer.heard();
      scene.timer.stepped(true);
      scene.timer.resume();
      scene.advance(10);
    }
    assert.ok(scene.timers() - before <= 2, `${scene.timers() - before} timers`);
    assert.equal(scene.waiting(), 1);
  });

  it('is not lengthened by a clock that is set back, by more than the limit itself', () => {
    const scene = aTimer();
    scene.timer.resume();
    scene.setBack(3_600_000);
    pass(scene, 10);
    assert.equal(scene.late(), 'connecting took longer than 5000 ms');
  });

  it('leaves no timer behind', () => {
    const scene = aTimer();
    scene.timer.resume();
    scene.timer.stop();
    scene.timer.heard();
    scene.timer.resume();
    assert.equal(scene.waiting(), 0);
  });
});
