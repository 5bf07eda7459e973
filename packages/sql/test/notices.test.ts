import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import type { Listener } from '../src/dialect/postgres/connect.ts';
import { watchNotices } from '../src/dialect/postgres/notices.ts';
import type { StoreReport } from '@model-gateway/sql';

const POLL_MS = 5000;

/** Watches a server whose connections listen like this. */
function watching(listen: Listener['listen']) {
  const clock = createManualClock(0);
  const reports: StoreReport['type'][] = [];
  let connected = 0;
  let open = 0;
  const { source, stop } = watchNotices({
    clock,
    pollMs: POLL_MS,
    report: ({ type }) => reports.push(type),
    async connectListener() {
      connected++;
      open++;
      return { listen, end: async () => void open-- };
    },
  });
  source.watch(async () => {});
  return {
    reports,
    stop,
    counts: () => ({ connected, open }),
    async pass(milliseconds: number) {
      clock.advance(milliseconds);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    },
  };
}

describe('the connection for notices', () => {
  it('is closed where the server refuses to listen, as a standby does, before the next is made', async () => {
    const { counts, pass, reports, stop } = watching(async () => {
      throw new Error('cannot execute LISTEN during recovery');
    });
    for (let tries = 0; tries < 5; tries++) await pass(POLL_MS);
    assert.equal(counts().open, 0);
    assert.ok(counts().connected > 1);
    assert.deepEqual(reports, ['listen-lost']);
    await stop();
  });

  it('is made once after each that is lost before it listens', async () => {
    const { counts, pass, reports, stop } = watching(async (_channel, _onNotice, onLost) => {
      const error = new Error('Connection terminated unexpectedly');
      onLost(error);
      throw error;
    });
    for (let tries = 0; tries < 6; tries++) await pass(POLL_MS);
    const { connected, open } = counts();
    assert.ok(connected > 1 && connected <= 7, `${connected} connections`);
    assert.equal(open, 0);
    assert.deepEqual(reports, ['listen-lost']);
    await stop();
  });

  it('that listens is kept, and closed at the end', async () => {
    const { counts, pass, reports, stop } = watching(async () => {});
    for (let polls = 0; polls < 5; polls++) await pass(POLL_MS);
    assert.deepEqual(counts(), { connected: 1, open: 1 });
    await stop();
    assert.deepEqual(counts(), { connected: 1, open: 0 });
    assert.deepEqual(reports, []);
  });
});
