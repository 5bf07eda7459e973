import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createManualClock,
  createMemoryTelemetryOutbox,
  type Destination,
  type TelemetryOutbox,
} from '@model-gateway/core';
import type { ForwarderReport } from '@model-gateway/telemetry';
import { aDestination } from './support/destinations.ts';
import { aForwarding } from './support/forwarding.ts';
import { aReceiver, textOf, type Reaction, type Receiver } from './support/receiver.ts';
import { aRecord, NOW } from './support/records.ts';

/* Records that outlive a process. Source: contract §5.10. */

const HOOK = aDestination(1, { type: 'webhook', config: { url: 'https://hooks.example/in' } });
const DEAD = new Error('connection refused');
const LEASE_MS = 60_000;

const records = (count: number) => Array.from({ length: count }, (_, i) => aRecord(i));

/** Processes one after another, or beside each other, over one outbox and one receiver. */
function aHouse(outbox: TelemetryOutbox = createMemoryTelemetryOutbox()) {
  const clock = createManualClock(NOW);
  const reports: ForwarderReport[] = [];
  const receiver = { reaction: { status: 200 } as Reaction };
  const received = aReceiver(() => receiver.reaction);
  return {
    clock,
    outbox,
    receiver,
    reports,
    spans: () => spanIdsIn(received),
    /** The types of the reports, each once. */
    reported: () => [...new Set(reports.map(({ type }) => type))],
    process: (destination: Destination = HOOK) =>
      aForwarding([destination], {
        receiver: received,
        clock,
        outbox,
        onReport: (report) => reports.push(report),
      }),
  };
}

function spanIdsIn({ received }: Receiver): string[] {
  return received.flatMap((request) =>
    Array.from(textOf(request).matchAll(/"spanId":"([0-9a-f]{16})"/g), ([, id = '']) => id),
  );
}

describe('a forwarder with an outbox', () => {
  it('stores a record before it is sent, and removes it once it has arrived', async () => {
    const outbox = createMemoryTelemetryOutbox();
    const { process, receiver } = aHouse(outbox);
    receiver.reaction = 'silence';
    const forwarding = await process();
    forwarding.observe(...records(3));
    await forwarding.pass(2000);
    assert.equal(outbox.entries().length, 3);
    receiver.reaction = { status: 200 };
    await forwarding.pass(60_000);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 3);
    assert.equal(outbox.entries().length, 0);
  });

  it('removes what the receiver refuses for good', async () => {
    const outbox = createMemoryTelemetryOutbox();
    const { process, receiver } = aHouse(outbox);
    receiver.reaction = { status: 401 };
    const forwarding = await process();
    forwarding.observe(...records(3));
    await forwarding.pass(2000);
    assert.equal(forwarding.statsOf(0).outcomes.dropped_auth, 3);
    assert.equal(outbox.entries().length, 0);
  });

  it('sends what a process held that died, with the same ids, once its lease is over', async () => {
    const house = aHouse();
    house.receiver.reaction = DEAD;
    const dead = await house.process();
    dead.observe(...records(100));
    await dead.pass(1000);
    const tried = new Set(house.spans());
    assert.equal(tried.size, 100);
    // It is not closed: nothing of it happens any more but what its clock would do.
    const clock = createManualClock(house.clock.now());
    const next = await aForwarding([HOOK], { receiver: aReceiver(), clock, outbox: house.outbox });
    await next.pass(LEASE_MS - 5000);
    assert.equal(next.received.length, 0);
    await next.pass(30_000);
    assert.equal(next.statsOf(0).outcomes.sent, 100);
    assert.deepEqual(new Set(spanIdsIn({ received: next.received } as Receiver)), tried);
  });

  it('leaves what it cannot send at its end to the next process at once', async () => {
    const house = aHouse();
    house.receiver.reaction = DEAD;
    const first = await house.process();
    first.observe(...records(50));
    await first.pass(1000);
    const closing = first.forwarder.close();
    await first.pass(5000);
    assert.deepEqual(await closing, { sent: 0, stored: 50, lost: 0 });
    assert.equal(house.clock.waiting, 0);
    house.receiver.reaction = { status: 200 };
    const next = await house.process();
    await next.pass(2000);
    assert.equal(next.statsOf(0).outcomes.sent, 50);
  });

  it('keeps its lease while a destination is down, so that no other process sends the same', async () => {
    const house = aHouse();
    house.receiver.reaction = DEAD;
    const one = await house.process();
    const other = await house.process();
    one.observe(...records(20));
    await one.pass(240_000);
    assert.equal(other.statsOf(0).observed, 0);
  });

  it('loses nothing to an outage that lasts longer than records wait in memory', async () => {
    const house = aHouse();
    house.receiver.reaction = DEAD;
    const forwarding = await house.process();
    const all = records(6000);
    forwarding.observe(...all.slice(0, 3000));
    await forwarding.settle();
    forwarding.observe(...all.slice(3000));
    await forwarding.pass(600_000);
    house.receiver.reaction = { status: 200 };
    const before = house.spans().length;
    await forwarding.pass(420_000);
    const sent = house.spans().slice(before);
    assert.equal(new Set(sent).size, 6000);
    assert.equal(sent.length, 6000);
    const { outcomes } = forwarding.statsOf(0);
    const dropped = Object.entries(outcomes).filter(([name]) => name.startsWith('dropped_'));
    assert.deepEqual(
      dropped.filter(([, count]) => count > 0),
      [],
    );
  });

  it('sends each record once although two processes share the outbox', async () => {
    const house = aHouse();
    house.receiver.reaction = DEAD;
    const first = await house.process();
    first.observe(...records(500));
    await first.pass(1000);
    await closed(first);
    house.receiver.reaction = { status: 200 };
    const before = house.spans().length;
    const [one, other] = await Promise.all([house.process(), house.process()]);
    await one.pass(60_000);
    await other.settle();
    const sent = house.spans().slice(before);
    assert.equal(sent.length, 500);
    assert.equal(new Set(sent).size, 500);
  });

  for (const [what, change] of [
    ['was disabled', { enabled: false }],
    ['cannot be forwarded to any more', { config: {} }],
  ] as const) {
    it(`sends nothing to a destination that ${what} meanwhile`, async () => {
      const outbox = createMemoryTelemetryOutbox();
      const house = aHouse(outbox);
      house.receiver.reaction = DEAD;
      const first = await house.process();
      first.observe(...records(5));
      await first.pass(1000);
      await closed(first);
      house.receiver.reaction = { status: 200 };
      const before = house.spans().length;
      const next = await house.process({ ...HOOK, ...change });
      await next.pass(5000);
      assert.equal(house.spans().length, before);
      assert.equal(outbox.entries().length, 0);
    });
  }

  it('sends no content to a destination that is in privacy mode meanwhile', async () => {
    const house = aHouse();
    house.receiver.reaction = DEAD;
    const first = await house.process();
    first.observe(aRecord(1, { prompt: 'a canary' }));
    await first.pass(1000);
    await closed(first);
    const receiver = aReceiver();
    const next = await aForwarding([{ ...HOOK, privacy_mode: true }], {
      receiver,
      clock: house.clock,
      outbox: house.outbox,
    });
    await next.pass(5000);
    assert.equal(next.statsOf(0).outcomes.sent, 1);
    assert.doesNotMatch(receiver.received.map(textOf).join(), /canary/);
  });

  it('stores no content for a destination in privacy mode', async () => {
    const outbox = createMemoryTelemetryOutbox();
    const { process, receiver } = aHouse(outbox);
    receiver.reaction = 'silence';
    const forwarding = await process({ ...HOOK, privacy_mode: true });
    forwarding.observe(aRecord(1, { prompt: 'a canary' }));
    await forwarding.pass(1000);
    assert.equal(outbox.entries().length, 1);
    assert.doesNotMatch(JSON.stringify(outbox.entries()), /canary/);
  });

  it('removes and counts what is for a destination that is gone', async () => {
    const outbox = createMemoryTelemetryOutbox();
    const house = aHouse(outbox);
    house.receiver.reaction = DEAD;
    const first = await house.process();
    first.observe(...records(5));
    await first.pass(1000);
    await closed(first);
    const next = await house.process(aDestination(2));
    await next.pass(2000);
    assert.equal(next.forwarder.stats().unrouted, 5);
    assert.equal(outbox.entries().length, 0);
  });

  it('forwards from memory while the outbox fails, and says so once', async () => {
    const outbox = createMemoryTelemetryOutbox();
    let isDown = true;
    const house = aHouse({
      ...outbox,
      append: async (...args) => {
        if (isDown) throw new Error('database is locked');
        return outbox.append(...args);
      },
      renew: async (...args) => {
        if (isDown) throw new Error('database is locked');
        return outbox.renew(...args);
      },
    });
    const forwarding = await house.process();
    for (const record of records(10)) {
      forwarding.observe(record);
      await forwarding.pass(1000);
    }
    await forwarding.pass(1000);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 10);
    isDown = false;
    await forwarding.pass(30_000);
    assert.ok(house.reported().includes('outbox-failed'));
    assert.equal(house.reports.at(-1)?.type, 'outbox-recovered');
  });

  it('forwards from memory while the outbox is full, and says so once', async () => {
    const house = aHouse(createMemoryTelemetryOutbox({ maxEntries: 0 }));
    const forwarding = await house.process();
    for (const record of records(10)) {
      forwarding.observe(record);
      await forwarding.pass(1000);
    }
    await forwarding.pass(1000);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 10);
    assert.deepEqual(
      house.reports.map(({ type }) => type),
      ['outbox-full'],
    );
  });

  it('holds a bounded number of records for an outbox that does not answer', async () => {
    const house = aHouse({
      ...createMemoryTelemetryOutbox(),
      append: () => new Promise<never>(() => {}),
    });
    const forwarding = await house.process();
    forwarding.observe(...records(8000));
    await forwarding.pass(2000);
    const { queued, outcomes } = forwarding.statsOf(0);
    assert.equal(queued + outcomes.sent, 8000);
    assert.ok(outcomes.sent >= 2000, `${outcomes.sent} sent from memory`);
    const closing = forwarding.forwarder.close();
    await forwarding.pass(5000);
    assert.deepEqual(await closing, { sent: 0, stored: 0, lost: 8000 - outcomes.sent });
    assert.equal(house.clock.waiting, 0);
  });

  it('gives up what is older than a day, and says so', async () => {
    const outbox = createMemoryTelemetryOutbox();
    const house = aHouse(outbox);
    house.receiver.reaction = DEAD;
    const first = await house.process();
    first.observe(...records(5));
    await first.pass(1000);
    await closed(first);
    house.clock.advance(24 * 60 * 60 * 1000);
    const next = await house.process();
    await next.pass(2000);
    assert.deepEqual(house.reports, [{ type: 'outbox-expired', count: 5 }]);
    assert.equal(outbox.entries().length, 0);
  });

  it('removes a record that another version wrote, and says so', async () => {
    const outbox = createMemoryTelemetryOutbox();
    const { id: destinationId, workspace_id: workspaceId } = HOOK;
    const entry = { id: 'e-1', destinationId, workspaceId, since: NOW, payload: '{"format":99}' };
    await outbox.append([entry], { holder: 'a later version', until: NOW });
    const house = aHouse(outbox);
    const forwarding = await house.process();
    await forwarding.pass(1000);
    assert.deepEqual(house.reports, [{ type: 'outbox-unreadable', id: 'e-1' }]);
    assert.equal(outbox.entries().length, 0);
  });
});

async function closed(forwarding: Awaited<ReturnType<typeof aForwarding>>): Promise<void> {
  const closing = forwarding.forwarder.close();
  await forwarding.pass(5000);
  await closing;
}
