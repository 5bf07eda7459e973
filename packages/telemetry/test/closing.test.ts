import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock, EgressError, type HttpClient } from '@model-gateway/core';
import { aDestination } from './support/destinations.ts';
import { aForwarding, aKey } from './support/forwarding.ts';
import { aReceiver } from './support/receiver.ts';
import { aRecord, NOW, WORKSPACE } from './support/records.ts';

const records = (count: number) => Array.from({ length: count }, (_, i) => aRecord(i));

describe('flush', () => {
  it('sends a batch that is not full, without waiting', async () => {
    const forwarding = await aForwarding([aDestination(1)]);
    forwarding.observe(...records(3));
    await forwarding.forwarder.flush();
    assert.equal(forwarding.statsOf(0).outcomes.sent, 3);
    assert.equal(forwarding.clock.waiting, 0);
  });

  it('resolves when the remaining records wait for another try', async () => {
    const receiver = aReceiver(() => new EgressError('unreachable', 'refused'));
    const forwarding = await aForwarding([aDestination(1)], { receiver });
    forwarding.observe(...records(3));
    await forwarding.forwarder.flush();
    assert.equal(forwarding.statsOf(0).inFlight, 3);
  });

  it('resolves when the queue is empty', async () => {
    const forwarding = await aForwarding([]);
    await forwarding.forwarder.flush();
  });
});

describe('close', () => {
  for (const [what, react, sent] of [
    ['a healthy receiver gets everything', () => ({ status: 200 }), 5000],
    ['a dead one costs five seconds', () => new EgressError('unreachable', 'refused'), 0],
    ['a silent one costs five seconds', () => 'silence' as const, 0],
  ] as const) {
    it(`says what was sent and what was lost: ${what}`, async () => {
      const forwarding = await aForwarding([aDestination(1)], { receiver: aReceiver(react) });
      forwarding.observe(...records(5000));
      const closing = forwarding.forwarder.close();
      await forwarding.pass(5000);
      const result = await closing;
      assert.equal(result.sent + result.lost, 5000);
      if (sent > 0) assert.equal(result.lost, 0);
      assert.equal(forwarding.clock.waiting, 0);
      assert.deepEqual(await forwarding.forwarder.close(), result);
    });
  }

  it('sends what a slow receiver takes within five seconds, and counts the rest as lost', async () => {
    const clock = createManualClock(NOW);
    const { http, received } = aReceiver();
    const slow: HttpClient = async (request) => {
      await new Promise<void>((resolve) => clock.after(2000, resolve, 'limit'));
      return http(request);
    };
    const receiver = { http: slow, received };
    const forwarding = await aForwarding([aDestination(1)], { receiver, clock });
    forwarding.observe(...records(5000));
    const closing = forwarding.forwarder.close();
    await forwarding.settle();
    await forwarding.pass(5000);
    // Two requests at once, of 512 records each, in two seconds.
    assert.deepEqual(await closing, { sent: 2048, stored: 0, lost: 2952 });
  });

  it('takes no more records', async () => {
    const forwarding = await aForwarding([aDestination(1)]);
    await forwarding.forwarder.close();
    assert.equal(forwarding.forwarder.wants('createImage', aKey(WORKSPACE)), undefined);
    forwarding.observe(aRecord(1));
    await forwarding.settle();
    assert.equal(forwarding.received.length, 0);
  });
});

describe('test', () => {
  for (const [what, reaction, result] of [
    ['200', { status: 200 }, { ok: true, status: 200 }],
    ['401', { status: 401 }, failed('auth', 401, 'it answered 401: the credentials were refused')],
    ['404', { status: 404 }, failed('missing', 404, 'it answered 404: nothing is at this address')],
    [
      '503',
      { status: 503 },
      failed('refused', 503, 'it answered 503: the test request was refused'),
    ],
    [
      'nothing, because its address may not be called',
      new EgressError('refused', 'a.example may not be called: it is private.'),
      failed('unreachable', undefined, 'a.example may not be called: it is private'),
    ],
    [
      'nothing, because nothing listens',
      new EgressError('unreachable', 'a.example could not be reached.', { code: 'ECONNREFUSED' }),
      failed('unreachable', undefined, 'a.example could not be reached: nothing listens there'),
    ],
    [
      'nothing, because its certificate is not trusted',
      new EgressError('unreachable', 'a.example could not be reached.', {
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      }),
      failed(
        'unreachable',
        undefined,
        'a.example could not be reached: TLS failed (DEPTH_ZERO_SELF_SIGNED_CERT)',
      ),
    ],
    [
      'nothing, because no connection was made in time',
      new EgressError('connect-timeout', 'a.example did not accept a connection in time.'),
      failed('unreachable', undefined, 'a.example did not accept a connection in time'),
    ],
  ] as const) {
    it(`of a destination that answers ${what} says so`, async () => {
      const forwarding = await aForwarding([], { receiver: aReceiver(() => reaction) });
      assert.deepEqual(await forwarding.forwarder.test(aDestination(1)), result);
    });
  }

  it('of a receiver that does not answer gives up after ten seconds', async () => {
    const forwarding = await aForwarding([], { receiver: aReceiver(() => 'silence') });
    const testing = forwarding.forwarder.test(aDestination(1));
    await forwarding.pass(10_000);
    const late = failed('unreachable', undefined, 'it did not answer within 10 s');
    assert.deepEqual(await testing, late);
    assert.equal(forwarding.clock.waiting, 0);
  });

  it('of an invalid config sends nothing', async () => {
    const forwarding = await aForwarding([]);
    const result = await forwarding.forwarder.test(aDestination(1, { config: {} }));
    const says = 'config.endpoint must be an http or https URL without a user name or password';
    assert.deepEqual(result, failed('config', undefined, says));
    assert.equal(forwarding.received.length, 0);
  });
});

function failed(reason: string, status: number | undefined, message: string) {
  return { ok: false, status, reason, message };
}
