import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { abortable, forever, wait, within } from '@model-gateway/core/kit';

const LEFT = new Error('the client left');

describe('abortable()', () => {
  it('settles like the promise it is given', async () => {
    const { signal } = new AbortController();
    assert.equal(await abortable(Promise.resolve('drawn'), signal), 'drawn');
    await assert.rejects(abortable(Promise.reject(LEFT), signal), LEFT);
  });

  it('rejects with the reason of a signal that aborts first', async () => {
    const controller = new AbortController();
    const waiting = abortable(new Promise(() => {}), controller.signal);
    controller.abort(LEFT);
    await assert.rejects(waiting, LEFT);
  });

  it('leaves no rejection unhandled when the signal has aborted before', async () => {
    const late = Promise.reject(new Error('too late to matter'));
    await assert.rejects(abortable(late, AbortSignal.abort(LEFT)), LEFT);
  });
});

describe('wait()', () => {
  it('lets the milliseconds pass on the clock', async () => {
    const clock = createManualClock(0);
    const { signal } = new AbortController();
    let isOver = false;
    const waiting = wait(clock, 100, signal).then(() => (isOver = true));
    clock.advance(99);
    await Promise.resolve();
    assert.equal(isOver, false);
    clock.advance(1);
    await waiting;
  });

  it('sets no alarm for no time', async () => {
    const clock = { now: () => 0, after: () => assert.fail('an alarm was set') };
    await wait(clock, 0, new AbortController().signal);
  });

  it('calls its alarm off when the signal aborts', async () => {
    let alarms = 0;
    const after = () => {
      alarms++;
      return () => void alarms--;
    };
    const controller = new AbortController();
    const waiting = wait({ now: () => 0, after }, 100, controller.signal);
    assert.equal(alarms, 1);
    controller.abort(LEFT);
    await assert.rejects(waiting, LEFT);
    assert.equal(alarms, 0);
  });

  it('rejects at once when the signal has aborted before', async () => {
    const clock = { now: () => 0, after: () => assert.fail('an alarm was set') };
    await assert.rejects(wait(clock, 100, AbortSignal.abort(LEFT)), LEFT);
  });
});

describe('within()', () => {
  const late = () => new Error('too late');

  it('settles like the work, and calls its alarm off', async () => {
    const clock = createManualClock(0);
    assert.equal(await within(clock, 100, Promise.resolve('drawn'), late), 'drawn');
    await assert.rejects(within(clock, 100, Promise.reject(LEFT), late), LEFT);
    assert.equal(clock.waiting, 0);
  });

  it('rejects when the work takes longer, whatever becomes of it', async () => {
    const clock = createManualClock(0);
    let fail: (reason: Error) => void = () => {};
    const work = new Promise((_, reject) => (fail = reject));
    const waiting = within(clock, 100, work, late);
    clock.advance(100);
    await assert.rejects(waiting, /too late/);
    fail(LEFT);
  });
});

describe('forever()', () => {
  it('ends only with its signal', async () => {
    const controller = new AbortController();
    const waiting = forever(controller.signal);
    controller.abort(LEFT);
    await assert.rejects(waiting, LEFT);
  });
});
