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
  it('is undone a minute later, once', async () => {
    const { clock, late, state } = await aFailure();
    clock.time += 59_999;
    await late.undo();
    assert.equal(state.undone, 0);
    clock.time++;
    await late.undo();
    await late.undo();
    assert.equal(state.undone, 1);
  });

  it('is undone after a clock that was set back', async () => {
    const { clock, late, state } = await aFailure();
    clock.time -= 500_000;
    await late.undo();
    assert.equal(state.undone, 1);
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
