import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock, type ImageJob } from '@model-gateway/core';
import { imagePacing } from '../../src/latency/image-pacing.ts';

const JOB: ImageJob = {
  model: 'acme/paint-1',
  prompt: 'a red panda',
  n: 1,
  format: 'png',
  references: [],
  stream: false,
  options: {},
};

describe('the pacing of images', () => {
  it('delays each stage on the clock', async () => {
    const clock = createManualClock(0);
    const pacing = imagePacing({ start: 1000, image: 500 }, { seed: 0, clock });
    const takeTime = pacing(JOB, new AbortController().signal);
    const start = takeTime('start');
    clock.advance(1000);
    await start;
    const image = takeTime('image');
    assert.equal(clock.waiting, 1);
    clock.advance(500);
    await image;
    assert.equal(clock.waiting, 0);
  });

  it('counts from the start of the job, so that a slow reader adds no delay', async () => {
    const clock = createManualClock(0);
    const pacing = imagePacing({ start: 1000, image: 500 }, { seed: 0, clock });
    const takeTime = pacing(JOB, new AbortController().signal);
    clock.advance(1500);
    await takeTime('start');
    await takeTime('image');
    assert.equal(clock.waiting, 0);
  });

  it('leaves no alarm behind when the client leaves', async () => {
    const clock = createManualClock(0);
    const reason = new Error('the client left');
    const controller = new AbortController();
    const pacing = imagePacing({ start: 60_000 }, { seed: 0, clock });
    const start = pacing(JOB, controller.signal)('start');
    assert.equal(clock.waiting, 1);
    controller.abort(reason);
    await assert.rejects(start, reason);
    assert.equal(clock.waiting, 0);
  });
});
