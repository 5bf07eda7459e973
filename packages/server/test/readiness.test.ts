import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Readiness } from '../src/health/readiness.ts';

const GRACE_MS = 30_000;

/** A process that has started, over a store that may go away. */
function started() {
  const state = { now: 10_000_000, isAway: false };
  const readiness = new Readiness({
    clock: { now: () => state.now },
    graceMs: GRACE_MS,
    ping: async () => {
      if (state.isAway) throw new Error('away');
    },
  });
  readiness.started();
  return { readiness, state };
}

describe('readiness', () => {
  it('ends once the store is away for longer than the grace, and comes back with it', async () => {
    const { readiness, state } = started();
    assert.equal(await readiness.status(), 'ok');
    state.isAway = true;
    for (const status of ['ok', 'ok', 'degraded']) {
      state.now += 20_000;
      assert.equal(await readiness.status(), status);
    }
    state.isAway = false;
    state.now += 1000;
    assert.equal(await readiness.status(), 'ok');
  });

  it('asks the store again after the clock was set back', async () => {
    const { readiness, state } = started();
    state.isAway = true;
    await readiness.status();
    state.now += GRACE_MS + 1000;
    assert.equal(await readiness.status(), 'degraded');
    state.now -= 3_600_000;
    state.isAway = false;
    await readiness.status();
    state.isAway = true;
    for (const [passed, status] of [
      [1000, 'ok'],
      [GRACE_MS + 1000, 'degraded'],
    ] as const) {
      state.now += passed;
      assert.equal(await readiness.status(), status);
    }
  });
});
