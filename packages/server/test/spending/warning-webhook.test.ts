import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createManualClock,
  EgressError,
  type IncomingResponse,
  type OutgoingRequest,
} from '@model-gateway/core';
import { WarningWebhook } from '../../src/spending/warning-webhook.ts';

/** A webhook whose receiver gives these answers, the last one again and again; null is no answer. */
function aWebhook(...answers: readonly (number | Error | null)[]) {
  const clock = createManualClock(0);
  const requests: { readonly at: number; readonly id: string | undefined }[] = [];
  const lines: string[] = [];
  const http = ({ headers, signal }: OutgoingRequest): Promise<IncomingResponse> => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push({ at: clock.now(), id: headers?.['x-gateway-batch-id'] });
    if (typeof answer === 'number') {
      return Promise.resolve({ status: answer, headers: {}, body: nothing() });
    }
    if (answer instanceof Error) return Promise.reject(answer);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('no answer')));
    });
  };
  const logger = { warn: (fields: object) => void lines.push(String(Object.values(fields)[0])) };
  const webhook = new WarningWebhook(
    { url: 'https://hooks.test/', secret: 's' },
    {
      http,
      clock,
      // The only method that it calls.
      logger: logger as never,
    },
  );
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, requests, lines, webhook, pass };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

describe('the webhook of warnings (contract §2.11)', () => {
  it('is asked again, under the same name, until it takes a notice', async () => {
    const { webhook, requests, lines, clock, pass } = aWebhook(503, new Error('broken'), 429, 200);
    webhook.send({});
    for (const pause of [0, 1000, 5000, 30_000, 120_000]) await pass(pause);
    assert.deepEqual(
      requests.map(({ at }) => at),
      [0, 1000, 6000, 36_000],
    );
    assert.equal(new Set(requests.map(({ id }) => id)).size, 1);
    assert.deepEqual([lines, clock.waiting], [[], 0]);
  });

  it('gives a notice up after five attempts, and says so', async () => {
    const { webhook, requests, lines, clock, pass } = aWebhook(500);
    webhook.send({});
    for (const pause of [0, 1000, 5000, 30_000, 120_000, 600_000]) await pass(pause);
    assert.deepEqual([requests.length, lines, clock.waiting], [5, ['status 500'], 0]);
  });

  for (const [what, answer, line] of [
    ['a status that stays', 404, 'status 404'],
    ['a redirect', 302, 'status 302'],
    [
      'an address that may not be called',
      new EgressError('refused', 'a private address'),
      'EgressError: a private address',
    ],
  ] as const) {
    it(`is not asked again after ${what}`, async () => {
      const { webhook, requests, lines, pass } = aWebhook(answer);
      webhook.send({});
      await pass(0);
      await pass(1000);
      assert.deepEqual([requests.length, lines], [1, [line]]);
    });
  }

  it('is left after ten seconds without an answer', async () => {
    const { webhook, requests, pass } = aWebhook(null, 200);
    webhook.send({});
    await pass(9999);
    await pass(1);
    await pass(999);
    assert.equal(requests.length, 1);
    await pass(1);
    assert.equal(requests.length, 2);
  });

  it('ends with the gateway, without another attempt', async () => {
    const { webhook, requests, lines, clock, pass } = aWebhook(500);
    webhook.send({});
    await pass(0);
    await webhook.close();
    assert.deepEqual([requests.length, lines, clock.waiting], [1, ['status 500'], 0]);
  });

  it('takes a hundred notices at once, and says what it does not take', async () => {
    const { webhook, requests, lines } = aWebhook(null);
    for (let notice = 0; notice < 101; notice++) webhook.send({ notice });
    assert.equal(requests.length, 100);
    assert.deepEqual(lines, ['too many wait already']);
  });
});
