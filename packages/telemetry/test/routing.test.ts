import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSampled, type Destination, type FilterRules } from '@model-gateway/core';
import { createForwarder } from '@model-gateway/telemetry';
import { aDestination, CONFIGS } from './support/destinations.ts';
import { aForwarding, aKey } from './support/forwarding.ts';
import { aReceiver } from './support/receiver.ts';
import { aRecord, KEY_HASH, NOW, WORKSPACE } from './support/records.ts';

const OTHER_KEY = 'b'.repeat(64);

const rule = (field: string, operator: string, value: string | number): FilterRules => ({
  enabled: true,
  // The tests name fields and operators of contract §5.4.
  groups: [{ logic: 'and', rules: [{ field, operator, value } as never] }],
});

/** Returns the outcome of one record at one destination. */
async function outcomeOf(given: Partial<Destination>, record = aRecord(1)): Promise<string> {
  const forwarding = await aForwarding([aDestination(1, given)]);
  forwarding.observe(record);
  await forwarding.pass(2000);
  const { outcomes } = forwarding.statsOf(0);
  return Object.entries(outcomes).find(([, count]) => count === 1)?.[0] ?? 'nothing';
}

describe('a destination', () => {
  for (const [what, given, outcome] of [
    ['is sent what it takes', {}, 'sent'],
    ['that is disabled is skipped', { enabled: false }, 'skipped_disabled'],
    ['of other keys is skipped', { api_key_hashes: [OTHER_KEY] }, 'skipped_key'],
    ['of this key too is sent it', { api_key_hashes: [OTHER_KEY, KEY_HASH] }, 'sent'],
    ['with another sample is skipped', { sampling_rate: 0.0001 }, 'skipped_sampling'],
    [
      'whose rules do not hold is skipped',
      { filter_rules: rule('model', 'equals', 'acme/quill-1') },
      'skipped_rules',
    ],
    ['whose rules hold is sent it', { filter_rules: rule('total_cost', 'gte', 0.04) }, 'sent'],
    [
      'without bodies may have rules about them',
      { privacy_mode: true, filter_rules: rule('input', 'contains', 'prompt') },
      'sent',
    ],
    ['of an unknown kind is counted', { type: 'homemade', config: {} }, 'dropped_unsupported'],
    ['ramp is counted', { type: 'ramp', config: CONFIGS.ramp }, 'dropped_unsupported'],
    ['with an invalid config is counted', { config: {} }, 'dropped_unsupported'],
  ] as const satisfies readonly (readonly [string, Partial<Destination>, string])[]) {
    it(what, async () => {
      assert.equal(await outcomeOf(given), outcome);
    });
  }

  it('decides in order: enabled, keys, sampling, rules', async () => {
    const none = {
      enabled: false,
      api_key_hashes: [OTHER_KEY],
      sampling_rate: 0.0001,
      filter_rules: rule('model', 'equals', 'acme/quill-1'),
    };
    assert.equal(await outcomeOf(none), 'skipped_disabled');
    assert.equal(await outcomeOf({ ...none, enabled: true }), 'skipped_key');
    const { api_key_hashes: _, ...anyKey } = none;
    assert.equal(await outcomeOf({ ...anyKey, enabled: true }), 'skipped_sampling');
  });

  it('samples by the session, so that all its requests arrive or none', async () => {
    const destination = aDestination(1, { sampling_rate: 0.5 });
    for (const sessionId of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const forwarding = await aForwarding([destination]);
      forwarding.observe(...[1, 2, 3].map((number) => aRecord(number, { sessionId })));
      await forwarding.pass(2000);
      const sent = isSampled(sessionId, destination.id, 0.5) ? 3 : 0;
      assert.equal(forwarding.statsOf(0).outcomes.sent, sent, sessionId);
    }
  });

  it('without a session samples by the trace of the caller', async () => {
    const destination = aDestination(1, { sampling_rate: 0.5 });
    const traceIds = Array.from({ length: 8 }, (_, i) => String(i + 1).repeat(32));
    const forwarding = await aForwarding([destination]);
    forwarding.observe(
      ...traceIds.map((traceId, i) =>
        aRecord(i, { parent: { traceId, spanId: '1'.repeat(16), isSampled: true } }),
      ),
    );
    await forwarding.pass(2000);
    const expected = traceIds.filter((id) => isSampled(id, destination.id, 0.5)).length;
    assert.equal(forwarding.statsOf(0).outcomes.sent, expected);
  });
});

describe('the detail that is requested of a record', () => {
  const wanted = async (destinations: readonly Destination[], operation = 'createImage') => {
    const { forwarder } = await aForwarding(destinations, { countsAll: false });
    return forwarder.wants(operation, aKey(WORKSPACE));
  };

  it('is nothing without a destination that could take it', async () => {
    assert.equal(await wanted([aDestination(1, { enabled: false })]), undefined);
    assert.equal(await wanted([aDestination(1, { api_key_hashes: [OTHER_KEY] })]), undefined);
    assert.equal(await wanted([aDestination(1, { type: 'homemade' })]), undefined);
  });

  it('is metadata when every destination is private', async () => {
    assert.equal(await wanted([aDestination(1, { privacy_mode: true })]), 'metadata');
  });

  it('is content when one destination is not, or has rules about it', async () => {
    const hidden = aDestination(1, { privacy_mode: true });
    assert.equal(await wanted([hidden, aDestination(2)]), 'content');
    const filter_rules = rule('output', 'contains', 'image');
    assert.equal(await wanted([{ ...hidden, filter_rules }]), 'content');
  });

  it('is nothing of the catalog, of management keys and without a key', async () => {
    const { forwarder } = await aForwarding([aDestination(1)]);
    assert.equal(forwarder.wants('listModels', aKey(WORKSPACE)), undefined);
    assert.equal(
      forwarder.wants('createImage', { ...aKey(WORKSPACE), kind: 'management' }),
      undefined,
    );
    assert.equal(forwarder.wants('createImage', undefined), undefined);
  });
});

describe('a record', () => {
  it('goes to the destinations of its own workspace only', async () => {
    const other = '00000000-0000-4000-8000-000000000002';
    const forwarding = await aForwarding([
      aDestination(1),
      aDestination(2, { workspace_id: other }),
    ]);
    forwarding.observe(aRecord(1, { workspaceId: other }));
    await forwarding.pass(2000);
    assert.equal(forwarding.statsOf(0).observed, 0);
    assert.equal(forwarding.statsOf(1).outcomes.sent, 1);
  });

  it('waits for destinations that are not read yet', async () => {
    const forwarding = await aForwarding([]);
    forwarding.store.put({ accountId: 'org_1', destination: aDestination(1) });
    forwarding.observe(aRecord(1));
    await forwarding.pass(2000);
    assert.equal(forwarding.received.length, 1);
  });

  it('of a request without a model or a key is not forwarded', async () => {
    const forwarding = await aForwarding([aDestination(1)]);
    const { generation: _, ...rest } = aRecord(1);
    forwarding.forwarder.observe({ ...rest, generation: undefined });
    forwarding.forwarder.observe({ ...aRecord(2), caller: undefined });
    await forwarding.settle();
    assert.equal(forwarding.statsOf(0).observed, 0);
  });
});

describe('a feed', () => {
  it('that fails is asked again; waiting records are then sent, and the failure is reported', async () => {
    let isDown = true;
    const reports: string[] = [];
    const { http, received } = aReceiver();
    let now = NOW;
    const forwarder = createForwarder({
      destinations: {
        async destinationsIn() {
          if (isDown) throw new Error('away');
          return [aDestination(1)];
        },
      },
      http,
      clock: { now: () => now, after: () => () => {} },
      compress: false,
      onReport: ({ type }) => reports.push(type),
    });
    forwarder.observe(aRecord(1));
    await forwarder.flush();
    for (let tries = 0; tries < 5; tries++) {
      now += 1000;
      forwarder.observe(aRecord(1));
      await forwarder.flush();
    }
    assert.deepEqual(reports, ['feed-failed']);
    isDown = false;
    now += 1000;
    await forwarder.flush();
    assert.equal(received.length, 1);
  });
});
