import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock, type Destination } from '@model-gateway/core';
import { aDestination } from './support/destinations.ts';
import { aForwarding, aKey } from './support/forwarding.ts';
import { aReceiver } from './support/receiver.ts';
import { aRecord, NOW, WORKSPACE } from './support/records.ts';

/* What a PATCH does to a forwarder that runs. Source: contract §5.7. */

/** A forwarder whose receiver is silent, with `queued` records that wait. */
async function aBusyForwarding(queued: number) {
  let isSilent = true;
  const receiver = aReceiver(() => (isSilent ? 'silence' : { status: 200 }));
  const destination = aDestination(1, { type: 'webhook', config: { url: 'https://a.example/in' } });
  const forwarding = await aForwarding([destination], { receiver });
  forwarding.observe(...Array.from({ length: queued }, (_, i) => aRecord(i)));
  await forwarding.settle();
  return {
    ...forwarding,
    answer: () => {
      isSilent = false;
    },
    patch: (changes: Partial<Destination>) =>
      forwarding.store.put({ accountId: 'org_1', destination: { ...destination, ...changes } }),
  };
}

describe('a change of a destination', () => {
  it('is followed by the next record', async () => {
    const forwarding = await aForwarding([aDestination(1)]);
    forwarding.store.put({
      accountId: 'org_1',
      destination: aDestination(1, { enabled: false }),
    });
    forwarding.observe(aRecord(1));
    await forwarding.pass(2000);
    assert.equal(forwarding.statsOf(0).outcomes.skipped_disabled, 1);
  });

  it('by another process, which is not announced, is read within ten seconds', async () => {
    let stored = aDestination(1);
    const feed = { destinationsIn: async () => [stored] };
    const forwarding = await aForwarding([stored], { destinations: feed });
    const request = async (number: number) => {
      forwarding.forwarder.wants('createImage', aKey(WORKSPACE));
      await forwarding.settle();
      forwarding.observe(aRecord(number));
    };
    stored = aDestination(1, { enabled: false });
    await forwarding.pass(9999);
    await request(1);
    await forwarding.pass(1);
    await request(2);
    await forwarding.pass(2000);
    const { sent, dropped_disabled, skipped_disabled } = forwarding.statsOf(0).outcomes;
    assert.deepEqual([sent + dropped_disabled, skipped_disabled], [1, 1]);
  });

  it('is read within ten seconds, too, after the clock was set back', async () => {
    let stored = aDestination(1);
    const feed = { destinationsIn: async () => [stored] };
    const manual = createManualClock(NOW);
    let behind = 0;
    const clock = { ...manual, now: () => manual.now() - behind };
    const forwarding = await aForwarding([stored], { destinations: feed, clock });
    stored = aDestination(1, { enabled: false });
    behind = 3_600_000;
    await forwarding.pass(10_000);
    forwarding.forwarder.wants('createImage', aKey(WORKSPACE));
    await forwarding.settle();
    forwarding.observe(aRecord(1));
    assert.equal(forwarding.statsOf(0).outcomes.skipped_disabled, 1);
  });

  it('to disabled discards what is queued', async () => {
    const busy = await aBusyForwarding(250);
    busy.patch({ enabled: false });
    await busy.settle();
    const { queued, outcomes } = busy.statsOf(0);
    assert.deepEqual([queued, outcomes.dropped_disabled], [0, 50]);
  });

  it('of the rules or the rate leaves what is queued alone', async () => {
    const busy = await aBusyForwarding(250);
    busy.patch({ sampling_rate: 0.0001 });
    busy.answer();
    await busy.pass(20_000);
    assert.equal(busy.statsOf(0).outcomes.sent, 250);
  });

  it('of the config sends what is queued to the new address', async () => {
    const busy = await aBusyForwarding(250);
    busy.patch({ config: { url: 'https://b.example/in' } });
    busy.answer();
    await busy.pass(20_000);
    assert.equal(busy.statsOf(0).outcomes.sent, 250);
    assert.equal(busy.received.at(-1)?.url, 'https://b.example/in');
  });

  it('that removes it counts what is lost and forgets it', async () => {
    const busy = await aBusyForwarding(250);
    busy.store.remove(aDestination(1).id);
    await busy.settle();
    assert.deepEqual(busy.forwarder.stats().destinations, []);
  });

  it('sends nothing by its previous state while the new one is read', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const forwarding = await aForwarding([aDestination(1)]);
    const read = forwarding.store.destinationsIn;
    forwarding.observe(aRecord(1));
    await forwarding.settle();
    forwarding.store.destinationsIn = async (id) => {
      await gate;
      return read(id);
    };
    forwarding.store.put({
      accountId: 'org_1',
      destination: aDestination(1, { enabled: false }),
    });
    await forwarding.pass(5000);
    assert.equal(forwarding.received.length, 0);
    release();
    await forwarding.settle();
    assert.equal(forwarding.statsOf(0).outcomes.dropped_disabled, 1);
  });
});
