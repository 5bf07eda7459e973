import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock, EgressError, type HttpClient } from '@model-gateway/core';
import { aDestination } from './support/destinations.ts';
import { aForwarding, aKey } from './support/forwarding.ts';
import { decodeSpans } from './support/decode-spans.ts';
import { aReceiver, textOf } from './support/receiver.ts';
import { aRecord, NOW, WORKSPACE } from './support/records.ts';

/** What `gen_ai.input.messages` has around the prompt. */
const FRAME = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: '' }] }]).length;

const webhook = (number: number, host: string) =>
  aDestination(number, { type: 'webhook', config: { url: `https://${host}.example/in` } });

describe('a healthy destination', () => {
  it('gets everything beside one that is dead, one that is silent and one that resets', async () => {
    const ids = new Set<string>();
    const receiver = aReceiver((request) => {
      const { host } = new URL(request.url);
      if (host === 'dead.example') return new EgressError('unreachable', 'refused');
      if (host === 'resetting.example') return new EgressError('broken', 'reset');
      if (host === 'silent.example') return 'silence';
      for (const [, id] of textOf(request).matchAll(/"stringValue":"(gen_\d+)"/g))
        ids.add(id ?? '');
      return { status: 200 };
    });
    const hosts = ['dead', 'silent', 'resetting', 'healthy'];
    const forwarding = await aForwarding(
      hosts.map((host, i) => webhook(i, host)),
      { receiver },
    );
    for (let second = 0; second < 60; second++) {
      forwarding.observe(...Array.from({ length: 50 }, (_, i) => aRecord(second * 50 + i)));
      await forwarding.pass(1000);
    }
    await forwarding.pass(2000);
    assert.equal(ids.size, 3000);
    assert.equal(forwarding.statsOf(3).outcomes.sent, 3000);
    for (const position of [0, 1, 2]) assert.equal(forwarding.statsOf(position).outcomes.sent, 0);
  });
});

describe('a workspace', () => {
  it('gets everything beside one whose many destinations all take ten seconds to answer', async () => {
    const clock = createManualClock(NOW);
    const { http: atOnce, received } = aReceiver();
    const http: HttpClient = async (request) => {
      if (request.url.includes('slow')) {
        await new Promise<void>((resolve) => void clock.after(9900, resolve));
      }
      return atOnce(request);
    };
    const workspace_id = '10000000-0000-4000-8000-000000000099';
    const healthy = { ...webhook(1, 'healthy'), workspace_id };
    const slow = Array.from({ length: 64 }, (_, i) => webhook(i + 2, `slow-${i}`));
    const receiver = { http, received };
    const forwarding = await aForwarding([healthy, ...slow], { clock, receiver });
    for (let second = 0; second < 40; second++) {
      const { caller, ...record } = aRecord(second * 2);
      assert.ok(caller);
      forwarding.observe(
        { ...record, caller: { ...caller, workspaceId: workspace_id } },
        aRecord(second * 2 + 1),
      );
      await forwarding.pass(1000);
    }
    const { sent, dropped_expired } = forwarding.statsOf(0).outcomes;
    assert.ok(sent >= 28, `${sent} of 40 were sent, though none waits for more than ten seconds`);
    assert.equal(dropped_expired, 0);
  });
});

describe('a queue', () => {
  it('drops the oldest beyond 5,000 records', async () => {
    const receiver = aReceiver(() => 'silence');
    const forwarding = await aForwarding([webhook(1, 'silent')], { receiver });
    forwarding.observe(...Array.from({ length: 6000 }, (_, i) => aRecord(i)));
    await forwarding.settle();
    const { queued, inFlight, outcomes } = forwarding.statsOf(0);
    assert.deepEqual([queued, inFlight, outcomes.dropped_overflow], [5000, 200, 800]);
  });

  it('drops the oldest beyond 8 MiB', async () => {
    const receiver = aReceiver(() => 'silence');
    const forwarding = await aForwarding([webhook(1, 'silent')], { receiver });
    const prompt = 'x'.repeat(100_000);
    forwarding.observe(...Array.from({ length: 200 }, (_, i) => aRecord(i, { prompt })));
    await forwarding.settle();
    const { queuedBytes, outcomes } = forwarding.statsOf(0);
    assert.ok(queuedBytes <= 8 * 1024 * 1024);
    assert.ok(outcomes.dropped_bytes > 0);
  });

  it('and what waits to be sent again hold no more together than they may', async () => {
    const receiver = aReceiver(() => new EgressError('unreachable', 'refused'));
    const dead = Array.from({ length: 40 }, (_, i) => ({
      ...webhook(i + 1, `dead-${i}`),
      workspace_id: `10000000-0000-4000-8000-0000000009${String(i).padStart(2, '0')}`,
    }));
    const forwarding = await aForwarding(dead, { receiver, maxQueuedBytes: 2 * 1024 * 1024 });
    const prompt = 'x'.repeat(100_000);
    for (const { workspace_id: workspaceId } of dead) {
      for (let i = 0; i < 9; i++) {
        const { caller, ...record } = aRecord(i, { prompt });
        assert.ok(caller);
        forwarding.observe({ ...record, caller: { ...caller, workspaceId } });
      }
      await forwarding.pass(1000);
    }
    const { destinations } = forwarding.forwarder.stats();
    const left = destinations.reduce((sum, { queued, inFlight }) => sum + queued + inFlight, 0);
    assert.ok(left <= 20, `${left} prompts of 100 kB are in memory`);
    assert.ok(left >= 9, `only ${left} prompts are left`);
  });

  it('of records whose destinations cannot be read holds 8 MiB at most', async () => {
    let isAway = true;
    const destination = webhook(1, 'a');
    const destinations = {
      destinationsIn: async () => {
        if (isAway) throw new Error('away');
        return [destination];
      },
    };
    const forwarding = await aForwarding([destination], { destinations });
    const prompt = 'x'.repeat(1_000_000);
    forwarding.observe(...Array.from({ length: 20 }, (_, i) => aRecord(i, { prompt })));
    assert.equal(forwarding.forwarder.stats().unrouted, 12);
    isAway = false;
    await forwarding.pass(1000);
    forwarding.forwarder.wants('createImage', aKey(WORKSPACE));
    await forwarding.pass(20_000);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 8);
  });

  it('of workspaces whose destinations cannot be read holds together what all queues may', async () => {
    const destinations = {
      destinationsIn: async () => {
        throw new Error('away');
      },
    };
    const maxQueuedBytes = 4 * 1024 * 1024;
    const forwarding = await aForwarding([], { destinations, maxQueuedBytes });
    const prompt = 'x'.repeat(1_000_000);
    for (let i = 0; i < 20; i++) {
      const { caller, ...record } = aRecord(i, { prompt });
      assert.ok(caller);
      forwarding.observe({ ...record, caller: { ...caller, workspaceId: `workspace ${i % 10}` } });
    }
    assert.equal(forwarding.forwarder.stats().unrouted, 16);
  });

  it('drops records first when it is the fullest and all together hold too much', async () => {
    const receiver = aReceiver(() => 'silence');
    const two = [webhook(1, 'a'), aDestination(2, { ...webhook(2, 'b'), sampling_rate: 0.1 })];
    const forwarding = await aForwarding(two, { receiver, maxQueuedBytes: 2 * 1024 * 1024 });
    forwarding.observe(...Array.from({ length: 3000 }, (_, i) => aRecord(i)));
    await forwarding.settle();
    assert.ok(forwarding.statsOf(0).outcomes.dropped_bytes > 0);
    assert.equal(forwarding.statsOf(1).outcomes.dropped_bytes, 0);
    const bytes = [0, 1].reduce((sum, i) => sum + forwarding.statsOf(i).queuedBytes, 0);
    assert.ok(bytes <= 2 * 1024 * 1024, `${bytes} bytes`);
  });
});

describe('a record that is too large for its receiver', () => {
  const newrelic = aDestination(1, { type: 'newrelic', config: { licenseKey: 'key' } });

  it('keeps every request below the limit', async () => {
    const forwarding = await aForwarding([newrelic]);
    const prompt = '中'.repeat(4000);
    forwarding.observe(...Array.from({ length: 600 }, (_, i) => aRecord(i, { prompt })));
    await forwarding.pass(5000);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 600);
    assert.ok(forwarding.received.every(({ raw }) => raw.byteLength <= 1_000_000));
  });

  it('shares no request with more than 100 others at PostHog', async () => {
    const posthog = aDestination(1, { type: 'posthog', config: { apiKey: 'key' } });
    const forwarding = await aForwarding([posthog]);
    forwarding.observe(...Array.from({ length: 101 }, (_, i) => aRecord(i)));
    await forwarding.pass(2000);
    const counts = forwarding.received.map(
      (request) => decodeSpans({ body: textOf(request) }).length,
    );
    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      [1, 100],
    );
  });

  for (const [prompt, isCut] of [
    ['x'.repeat(4095 - FRAME), false],
    ['x'.repeat(4096 - FRAME), true],
  ] as const) {
    it(`is ${isCut ? '' : 'not '}cut at New Relic with a value of ${prompt.length + FRAME} characters`, async () => {
      const forwarding = await aForwarding([newrelic]);
      forwarding.observe(aRecord(1, { prompt }));
      await forwarding.pass(2000);
      const [request] = forwarding.received;
      assert.equal(/gateway\.truncated/.test((request && textOf(request)) ?? ''), isCut);
    });
  }

  it('is cut and says so', async () => {
    const forwarding = await aForwarding([newrelic]);
    forwarding.observe(aRecord(1, { prompt: 'x'.repeat(10_000) }));
    await forwarding.pass(2000);
    const [request] = forwarding.received;
    const text = request && textOf(request);
    assert.match(text ?? '', /gateway\.truncated/);
    assert.ok((request?.raw.byteLength ?? 0) < 8000);
  });

  it('is cut to 64 KiB, because one record may not exceed a megabyte', async () => {
    const forwarding = await aForwarding([webhook(1, 'a')]);
    forwarding.observe(aRecord(1, { prompt: 'x'.repeat(3_000_000) }));
    await forwarding.pass(2000);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 1);
    const [request] = forwarding.received;
    assert.match((request && textOf(request)) ?? '', /x{65000}.*… \(cut\)/);
  });
});
