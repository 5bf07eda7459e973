import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailableError } from '@model-gateway/core';
import { LateEffects } from '../src/late-effects.ts';

const AWAY = new StoreUnavailableError('deadline', 'the database did not answer');

/** Late effects by a clock that is set, and how often the one that failed was undone. */
async function aFailure(error: unknown = AWAY) {
  const clock = { time: 1_000_000, now: () => clock.time, after: () => () => {} };
  const late = new LateEffects(clock);
  const state = { undone: 0, isAway: false };
  const undo = async () => {
    if (state.isAway) throw AWAY;
    state.undone++;
  };
  await assert.rejects(late.of(Promise.reject(error), undo), error as Error);
  return { clock, late, state };
}

describe('what the database did not answer', () => {
  it('is undone a minute later, and after twice as long each time, because a lock may last longer', async () => {
    const { clock, late, state } = await aFailure();
    const undoneAt: number[] = [];
    for (let minute = 0; minute < 100; minute++) {
      const before = state.undone;
      await late.undo();
      await late.undo();
      if (state.undone > before) undoneAt.push(minute);
      clock.time += 60_000;
    }
    assert.deepEqual(undoneAt, [1, 2, 4, 8, 16, 32]);
    assert.equal(state.undone, undoneAt.length);
  });

  it('makes room for what fails now by what failed first', async () => {
    const clock = { time: 0, now: () => clock.time, after: () => () => {} };
    const late = new LateEffects(clock);
    const undone: number[] = [];
    for (let i = 0; i < 10_001; i++) {
      const undo = async () => void undone.push(i);
      await assert.rejects(late.of(Promise.reject(AWAY), undo), AWAY);
    }
    clock.time += 60_000;
    await late.undo();
    assert.equal(undone.length, 10_000);
    assert.deepEqual([undone[0], undone.at(-1)], [1, 10_000]);
  });

  it('is undone after a clock that was set back, and again after a minute', async () => {
    const { clock, late, state } = await aFailure();
    clock.time -= 5;
    await late.undo();
    await late.undo();
    assert.equal(state.undone, 1);
    clock.time += 60_000;
    await late.undo();
    assert.equal(state.undone, 2);
  });

  it('is undone once the database is back', async () => {
    const { clock, late, state } = await aFailure();
    clock.time += 60_000;
    state.isAway = true;
    await assert.rejects(late.undo(), AWAY);
    state.isAway = false;
    await late.undo();
    assert.equal(state.undone, 1);
  });

  it('stays as it is where the error says that nothing was done', async () => {
    const { clock, late, state } = await aFailure(new Error('invalid'));
    clock.time += 60_000;
    await late.undo();
    assert.equal(state.undone, 0);
  });
});
