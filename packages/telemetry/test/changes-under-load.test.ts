import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Destination } from '@model-gateway/core';
import { aDestination } from './support/destinations.ts';
import { aForwarding } from './support/forwarding.ts';
import { aReceiver, textOf, type Received } from './support/receiver.ts';
import { aRecord } from './support/records.ts';

/* What a PATCH does while 1,000 records come in a second. Source: contract §5.7. */

const PER_SECOND = 1000;
const CHANGED_AT = 1550;
const WEBHOOK = aDestination(1, { type: 'webhook', config: { url: 'https://a.example/in' } });

/** Records for three seconds; the change is made at half of that, between two batches. */
async function changedUnderLoad(changes: Partial<Destination>) {
  const receiver = aReceiver();
  const forwarding = await aForwarding([WEBHOOK], { receiver });
  let requestsBefore = 0;
  for (let number = 0; number < 3 * PER_SECOND; number++) {
    if (number === CHANGED_AT) {
      forwarding.store.put({ accountId: 'org_1', destination: { ...WEBHOOK, ...changes } });
      requestsBefore = receiver.received.length;
    }
    forwarding.observe(aRecord(number, { prompt: `canary-${number}` }));
    forwarding.clock.advance(1000 / PER_SECOND);
    if (number % 250 === 175) await forwarding.settle();
  }
  await forwarding.pass(5000);
  const { outcomes } = forwarding.statsOf(0);
  return {
    before: receiver.received.slice(0, requestsBefore),
    after: receiver.received.slice(requestsBefore),
    outcomes,
  };
}

/** The numbers of the records in the requests. */
function numbersIn(requests: readonly Received[]): number[] {
  return requests
    .flatMap((request) => [...textOf(request).matchAll(/"stringValue":"gen_(\d+)"/g)])
    .map(([, number]) => Number(number));
}

describe('a change under 1,000 records a second', () => {
  for (const [what, changes, outcome] of [
    ['that disables it', { enabled: false }, 'skipped_disabled'],
    ['of the keys', { api_key_hashes: ['b'.repeat(64)] }, 'skipped_key'],
    ['of the rate', { sampling_rate: 0 }, 'skipped_sampling'],
    [
      'of the rules',
      {
        filter_rules: {
          enabled: true,
          groups: [
            { logic: 'and', rules: [{ field: 'model', operator: 'equals', value: 'acme/other' }] },
          ],
        },
      },
      'skipped_rules',
    ],
  ] as const satisfies readonly (readonly [string, Partial<Destination>, string])[]) {
    it(`${what} lets no record through that is observed after it`, async () => {
      const { before, after, outcomes } = await changedUnderLoad(changes);
      const arrived = numbersIn([...before, ...after]);
      assert.ok(arrived.length > 1000);
      assert.ok(arrived.every((number) => number < CHANGED_AT));
      assert.equal(outcomes[outcome], 3 * PER_SECOND - CHANGED_AT);
    });
  }

  it('of the config sends every record that is observed after it to the new address', async () => {
    const url = 'https://b.example/in';
    const { before, after } = await changedUnderLoad({ config: { url } });
    const sentTo = (host: string) =>
      numbersIn([...before, ...after].filter((request) => new URL(request.url).host === host));
    assert.ok(sentTo('a.example').every((number) => number < CHANGED_AT));
    assert.equal(new Set([...sentTo('a.example'), ...sentTo('b.example')]).size, 3 * PER_SECOND);
  });

  it('to privacy lets no request begin with a prompt, of what is queued neither', async () => {
    const { before, after, outcomes } = await changedUnderLoad({ privacy_mode: true });
    assert.ok(before.every((request) => textOf(request).includes('canary-')));
    assert.ok(after.every((request) => !textOf(request).includes('canary-')));
    assert.ok(
      numbersIn(after).some((number) => number < CHANGED_AT),
      'nothing was queued',
    );
    assert.equal(outcomes.sent, 3 * PER_SECOND);
  });

  it('to privacy holds back a batch that is encoded while the change is read', async () => {
    const forwarding = await aForwarding([WEBHOOK]);
    let read = () => {};
    const isRead = new Promise<void>((resolve) => (read = resolve));
    const readStored = forwarding.store.destinationsIn;
    forwarding.store.destinationsIn = async (id) => {
      await isRead;
      return readStored(id);
    };
    forwarding.observe(...Array.from({ length: 100 }, (_, i) => aRecord(i)));
    forwarding.store.put({
      accountId: 'org_1',
      destination: { ...WEBHOOK, privacy_mode: true },
    });
    await forwarding.settle();
    assert.equal(forwarding.received.length, 0);
    read();
    await forwarding.pass(2000);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 100);
    assert.ok(forwarding.received.every((request) => !textOf(request).includes('prompt 1')));
  });
});
