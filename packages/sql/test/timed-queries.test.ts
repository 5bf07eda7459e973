import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isStoreUnavailable } from '@model-gateway/core';
import type { PostgresClient } from '../src/dialect/postgres/pool.ts';
import { TimedQueries } from '../src/dialect/postgres/timed-queries.ts';

const DEADLINE_MS = 20;
const RESULT = { command: 'SELECT', rowCount: 0, rows: [] };

/** Statements over a connection that answers so. */
const queriesThat = (answer: () => Promise<typeof RESULT>) =>
  new TimedQueries({
    connect: async () => ({ query: answer, release() {} }),
    async end() {},
  });

/** Keeps this thread from everything else. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe('the deadline of a statement', () => {
  it('is not missed by an answer that came while the process paused', async () => {
    const queries = queriesThat(
      () =>
        new Promise((resolve) => {
          // Read in the turn after the pause, behind the timers.
          setImmediate(() => resolve(RESULT));
          process.nextTick(pause, 2 * DEADLINE_MS);
        }),
    );
    assert.equal(await queries.once({ text: 'select 1', values: [] }, DEADLINE_MS), RESULT);
  });

  it('is not the end of a statement that lost against others, which a client may try again', async () => {
    const lost = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const queries = queriesThat(() => Promise.reject(lost));
    await assert.rejects(
      queries.once({ text: 'select 1', values: [] }, DEADLINE_MS),
      (error) => isStoreUnavailable(error) && error.reason === 'busy' && error.cause === lost,
    );
  });

  it('is not an outage where the server has one of its own, and keeps the connection', async () => {
    const canceled = Object.assign(new Error('canceling statement due to statement timeout'), {
      code: '57014',
    });
    const released: unknown[] = [];
    const queries = new TimedQueries({
      connect: async () => ({
        query: () => Promise.reject(canceled),
        release: (error) => void released.push(error),
      }),
      async end() {},
    });
    await assert.rejects(
      queries.once({ text: 'select 1', values: [] }, 60_000),
      (error) =>
        isStoreUnavailable(error) && error.reason === 'deadline' && error.cause === canceled,
    );
    assert.deepEqual(released, [undefined]);
  });

  it('gives back a connection that comes after it', async () => {
    let arrive: (client: PostgresClient) => void = () => {};
    const connecting = new Promise<PostgresClient>((resolve) => {
      arrive = resolve;
    });
    const queries = new TimedQueries({ connect: () => connecting, async end() {} });
    await assert.rejects(
      queries.once({ text: 'select 1', values: [] }, DEADLINE_MS),
      isStoreUnavailable,
    );
    let released = 0;
    arrive({ query: () => assert.fail('sent past its deadline'), release: () => void released++ });
    await connecting;
    await Promise.resolve();
    assert.equal(released, 1);
  });

  it('ends a statement without an answer', async () => {
    const queries = queriesThat(() => new Promise(() => {}));
    await assert.rejects(
      queries.once({ text: 'select 1', values: [] }, DEADLINE_MS),
      (error) => isStoreUnavailable(error) && error.reason === 'deadline',
    );
  });
});
