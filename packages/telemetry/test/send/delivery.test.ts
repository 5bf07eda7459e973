import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EgressError } from '@model-gateway/core';
import { aDestination, CONFIGS } from '../support/destinations.ts';
import { aForwarding } from '../support/forwarding.ts';
import { aReceiver, textOf, type Reaction } from '../support/receiver.ts';
import { aRecord } from '../support/records.ts';

const WEBHOOK = aDestination(1, { type: 'webhook', config: { url: 'https://hooks.example/in' } });

/** The outcome of one record at a collector, and the requests it took within ten minutes. */
async function outcomeOf(reaction: (position: number) => Reaction) {
  const receiver = aReceiver((_, position) => reaction(position));
  const forwarding = await aForwarding([aDestination(1)], { receiver });
  forwarding.observe(aRecord(1));
  await forwarding.settle();
  let passed = 0;
  for (; passed < 600_000 && isWaiting(); passed += 10_000) await forwarding.pass(10_000);
  // Once it has its outcome, nothing is sent again.
  forwarding.clock.advance(600_000 - passed);
  await forwarding.settle();
  const { outcomes } = forwarding.statsOf(0);
  const [outcome] = Object.entries(outcomes).find(([, count]) => count === 1) ?? ['pending'];
  return { outcome, requests: forwarding.received.length };

  function isWaiting(): boolean {
    const { queued, inFlight } = forwarding.statsOf(0);
    return queued + inFlight > 0;
  }
}

describe('a request to a destination', () => {
  for (const [what, reaction, classified] of [
    ['200', { status: 200 }, '2xx'],
    ['302', { status: 302 }, '3xx'],
    ['404', { status: 404 }, '4xx'],
    ['500', { status: 500 }, '5xx'],
    ['an address that may not be called', new EgressError('refused', 'private'), 'refused'],
    ['an invalid URL', new EgressError('invalid', 'no URL'), 'refused'],
    ['a broken connection', new EgressError('broken', 'reset'), 'failed'],
    ['silence', 'silence', 'timeout'],
  ] as const) {
    it(`is counted as ${classified}: ${what}`, async () => {
      const receiver = aReceiver((_, position) => (position === 0 ? reaction : { status: 204 }));
      const forwarding = await aForwarding([WEBHOOK], { receiver });
      forwarding.observe(aRecord(1));
      await forwarding.pass(60_000);
      const { requests, retries } = forwarding.statsOf(0);
      const again = classified === 'failed' || classified === 'timeout' ? 1 : 0;
      const counted = Object.entries(requests).filter(([, count]) => count > 0);
      assert.deepEqual(Object.fromEntries(counted), {
        ...(again === 1 && { '2xx': 1 }),
        [classified]: 1,
      });
      assert.equal(retries, again);
    });
  }
});

describe('one record', () => {
  for (const [what, reaction, outcome, requests] of [
    ['200', { status: 200 }, 'sent', 1],
    ['202 without a body', { status: 202 }, 'sent', 1],
    ['204', { status: 204 }, 'sent', 1],
    [
      '302, which is not followed',
      { status: 302, headers: { location: '/x' } },
      'dropped_refused',
      1,
    ],
    ['400', { status: 400 }, 'dropped_refused', 1],
    ['401', { status: 401 }, 'dropped_auth', 1],
    ['403', { status: 403 }, 'dropped_auth', 1],
    ['404', { status: 404 }, 'dropped_refused', 1],
    ['408', { status: 408 }, 'dropped_refused', 1],
    ['500', { status: 500 }, 'dropped_refused', 1],
    [
      'an address that may not be called',
      new EgressError('refused', 'private'),
      'dropped_refused',
      1,
    ],
    [
      'a partial success without the record',
      {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"partialSuccess":{"rejectedSpans":2}}',
      },
      'rejected',
      1,
    ],
  ] as const satisfies readonly (readonly [string, Reaction, string, number])[]) {
    it(`is ${outcome} after ${what}, in ${requests} request`, async () => {
      assert.deepEqual(await outcomeOf(() => reaction), { outcome, requests });
    });
  }

  for (const [what, reaction] of [
    ['429', { status: 429 }],
    ['502', { status: 502 }],
    ['503', { status: 503, headers: { 'retry-after': '7' } }],
    ['504', { status: 504 }],
    ['a connection that was reset', new EgressError('broken', 'reset')],
    ['a name that does not resolve', new EgressError('unreachable', 'no address')],
    ['silence for ten seconds', 'silence'],
  ] as const satisfies readonly (readonly [string, Reaction])[]) {
    it(`is sent in the second request after ${what}`, async () => {
      const sent = await outcomeOf((position) => (position === 0 ? reaction : { status: 200 }));
      assert.deepEqual(sent, { outcome: 'sent', requests: 2 });
    });
  }

  it('counts as sent after a partial success that rejects nothing and warns', async () => {
    const body = '{"partialSuccess":{"rejectedSpans":0,"errorMessage":"slow down"}}';
    const headers = { 'content-type': 'application/json' };
    const sent = await outcomeOf(() => ({ status: 200, headers, body }));
    assert.deepEqual(sent, { outcome: 'sent', requests: 1 });
  });

  it('expires after five minutes of failures', async () => {
    const { outcome, requests } = await outcomeOf(() => ({ status: 503 }));
    assert.equal(outcome, 'dropped_expired');
    // Five until the breaker opens, then probes after 30, 60, 120 and 240 s at the most.
    assert.ok(requests >= 6 && requests <= 9, `${requests} requests`);
  });
});

describe('a pause before another try', () => {
  for (const [header, seconds] of [
    ['7', 7],
    ['Sun, 01 Nov 2026 12:00:21 GMT', 20],
    ['3600', 60],
    ['Sun, 01 Nov 2026 11:00:00 GMT', 0.5],
    ['soon', 0.5],
    ['-5', 0.5],
  ] as const) {
    it(`is ${seconds} s for retry-after: ${header}`, async () => {
      const answers = [{ status: 503, headers: { 'retry-after': header } }, { status: 200 }];
      const receiver = aReceiver((_, position) => answers[position] ?? { status: 200 });
      const forwarding = await aForwarding([aDestination(1)], { receiver });
      forwarding.observe(aRecord(1));
      await forwarding.settle();
      await forwarding.pass(1000);
      assert.equal(forwarding.received.length, 1);
      forwarding.clock.advance(seconds * 1000 - 1);
      await forwarding.settle();
      assert.equal(forwarding.received.length, 1, 'too early');
      forwarding.clock.advance(1);
      await forwarding.settle();
      assert.equal(forwarding.received.length, 2, 'too late');
    });
  }

  it('grows with each try, up to thirty seconds', async () => {
    const receiver = aReceiver(() => ({ status: 429 }));
    const forwarding = await aForwarding([aDestination(1)], { receiver });
    forwarding.observe(aRecord(1));
    await forwarding.settle();
    await forwarding.pass(3000);
    // After 1 s, then after half of 1 s, then after half of 2 s.
    assert.equal(forwarding.received.length, 3);
  });
});

describe('a batch', () => {
  it('is sent a second after its first record', async () => {
    const forwarding = await aForwarding([aDestination(1)]);
    forwarding.observe(aRecord(1), aRecord(2), aRecord(3));
    await forwarding.settle();
    forwarding.clock.advance(999);
    await forwarding.settle();
    assert.equal(forwarding.received.length, 0);
    forwarding.clock.advance(1);
    await forwarding.settle();
    assert.equal(forwarding.received.length, 1);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 3);
  });

  it('is sent at once when it is full', async () => {
    const forwarding = await aForwarding([WEBHOOK]);
    forwarding.observe(...Array.from({ length: 100 }, (_, i) => aRecord(i)));
    await forwarding.settle();
    assert.equal(forwarding.received.length, 1);
  });

  it('loses one invalid record in nine requests and delivers the other 99', async () => {
    const delivered = new Set<string>();
    const receiver = aReceiver((request) => {
      const text = textOf(request);
      if (text.includes('prompt 61"') || text.includes('prompt 61\\')) return { status: 400 };
      for (const [, id] of text.matchAll(/"stringValue":"(gen_\d+)"/g)) delivered.add(id ?? '');
      return { status: 200 };
    });
    const forwarding = await aForwarding([WEBHOOK], { receiver });
    forwarding.observe(...Array.from({ length: 100 }, (_, i) => aRecord(i)));
    await forwarding.settle();
    const { sent, dropped_refused } = forwarding.statsOf(0).outcomes;
    assert.deepEqual({ sent, dropped_refused }, { sent: 99, dropped_refused: 1 });
    assert.equal(delivered.size, 99);
    assert.ok(!delivered.has('gen_61'));
    assert.ok(forwarding.received.length <= 9, `${forwarding.received.length} requests`);
  });

  it('is halved after a 413, and so are the next ones', async () => {
    const sizes: number[] = [];
    const receiver = aReceiver((request) => {
      const count = [...textOf(request).matchAll(/"traceId"/g)].length;
      sizes.push(count);
      return { status: count > 30 ? 413 : 200 };
    });
    const forwarding = await aForwarding([WEBHOOK], { receiver });
    forwarding.observe(...Array.from({ length: 100 }, (_, i) => aRecord(i)));
    await forwarding.pass(2000);
    // Two batches may be under way at once.
    assert.deepEqual(sizes, [100, 50, 50, 25, 25, 25, 25]);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 100);
  });

  for (const [rejected, outcomes] of [
    [1, { sent: 2, rejected: 1 }],
    [3, { sent: 0, rejected: 3 }],
    [99, { sent: 0, rejected: 3 }],
  ] as const) {
    it(`of three is not sent again after a partial success that rejects ${rejected}`, async () => {
      const body = `{"partialSuccess":{"rejectedSpans":"${rejected}"}}`;
      const headers = { 'content-type': 'application/json' };
      const receiver = aReceiver(() => ({ status: 200, headers, body }));
      const langfuse = aDestination(1, { type: 'langfuse', config: CONFIGS.langfuse });
      const forwarding = await aForwarding([langfuse], { receiver });
      forwarding.observe(aRecord(1), aRecord(2), aRecord(3));
      await forwarding.pass(600_000);
      const { sent, rejected: counted } = forwarding.statsOf(0).outcomes;
      assert.deepEqual({ sent, rejected: counted }, outcomes);
      assert.equal(forwarding.received.length, 1);
    });
  }

  it('has the same id when it is sent again', async () => {
    const receiver = aReceiver((_, position) => ({ status: position === 0 ? 503 : 200 }));
    const forwarding = await aForwarding([WEBHOOK], { receiver });
    forwarding.observe(aRecord(1));
    await forwarding.pass(10_000);
    const ids = forwarding.received.map(({ headers }) => headers?.['x-gateway-batch-id']);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
  });
});

describe('the breaker of a destination', () => {
  it('opens after five failures, probes once, and closes when the probe succeeds', async () => {
    let status = 503;
    const receiver = aReceiver(() => ({ status }));
    const forwarding = await aForwarding([aDestination(1)], { receiver });
    forwarding.observe(aRecord(1));
    await forwarding.pass(20_000);
    assert.equal(forwarding.statsOf(0).breaker, 'open');
    const before = forwarding.received.length;
    assert.equal(before, 5);
    status = 200;
    await forwarding.pass(40_000);
    assert.equal(forwarding.received.length, before + 1);
    assert.equal(forwarding.statsOf(0).breaker, 'closed');
  });

  it('suspends for five minutes after refused credentials, unless the config changes', async () => {
    let status = 401;
    const receiver = aReceiver(() => ({ status }));
    const destination = aDestination(1);
    const forwarding = await aForwarding([destination], { receiver });
    forwarding.observe(aRecord(1));
    await forwarding.pass(2000);
    assert.equal(forwarding.statsOf(0).breaker, 'suspended');
    status = 200;
    forwarding.observe(aRecord(2));
    await forwarding.pass(60_000);
    assert.equal(forwarding.received.length, 1);
    const config = { endpoint: 'https://other.example' };
    forwarding.store.put({ accountId: 'org_1', destination: { ...destination, config } });
    await forwarding.settle();
    assert.equal(forwarding.statsOf(0).outcomes.sent, 1);
    assert.equal(forwarding.received.at(-1)?.url, 'https://other.example/v1/traces');
  });
});

describe('an unusual answer', () => {
  it('of ten megabytes is read up to 64 KiB', async () => {
    let read = 0;
    const forwarding = await aForwarding([aDestination(1)], {
      http: async () => ({
        status: 200,
        headers: {},
        body: (async function* () {
          for (let i = 0; i < 10_000; i++) {
            read += 1024;
            yield new Uint8Array(1024);
          }
        })(),
      }),
    });
    forwarding.observe(aRecord(1));
    await forwarding.pass(2000);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 1);
    assert.ok(read <= 65 * 1024, `${read} bytes`);
  });
});
