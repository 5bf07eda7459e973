import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway } from '@model-gateway/mock';
import { clientOf, PANDA } from './client.ts';

describe('fail', () => {
  it('fails one request, and no later one', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    const overload = t.on('listModels').fail(529);
    assert.deepEqual([overload.hits, overload.remaining], [0, 1]);
    assert.equal((await send('GET', '/models')).status, 529);
    assert.deepEqual([overload.hits, overload.remaining], [1, 0]);
    assert.equal((await send('GET', '/models')).status, 200);
    assert.equal(overload.hits, 1);
  });

  it('fails as many requests as `times` says', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    t.on('listModels').fail(503, { times: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await send('GET', '/models')).status);
    assert.deepEqual(statuses, [503, 503, 200]);
  });

  it('fails every request only with failAlways', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    const outage = t.on('listModels').failAlways(500);
    for (let i = 0; i < 5; i++) assert.equal((await send('GET', '/models')).status, 500);
    assert.equal(outage.remaining, Infinity);
    outage.remove();
    assert.equal(outage.remaining, 0);
    assert.equal((await send('GET', '/models')).status, 200);
  });

  it('removes a rule, idempotently', async () => {
    const t = createMockGateway();
    const overload = t.on('listModels').fail(529);
    overload.remove();
    overload.remove();
    assert.equal((await clientOf(t)('GET', '/models')).status, 200);
    assert.equal(overload.hits, 0);
  });

  it('counts simultaneous requests one by one', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    t.on('createImage')
      .where({ body: { prompt: 'red panda' } })
      .fail(529, { times: 2 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send('POST', '/images', { body: PANDA })),
    );
    assert.equal(answers.filter(({ status }) => status === 529).length, 2);
  });

  it('answers with the envelope, the message of the table and the user of the key', async () => {
    const t = createMockGateway();
    t.on('createImage').fail(529);
    const response = await clientOf(t)('POST', '/images', { body: PANDA });
    assert.deepEqual(await response.json(), {
      error: { code: 529, message: 'Provider returned error' },
      user_id: 'user_mock',
    });
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });

  it('names no user for an unknown key', async () => {
    const t = createMockGateway();
    t.on('listModels').fail(529);
    const headers = { authorization: 'Bearer stranger' };
    const response = await clientOf(t)('GET', '/models', { headers });
    assert.deepEqual(Object.keys(await response.json()), ['error']);
  });

  it('answers 401 in the words of the test, also for an unknown key', async () => {
    const t = createMockGateway();
    t.on('listModels').fail(401, { message: 'expired' });
    const headers = { authorization: 'Bearer stranger' };
    const response = await clientOf(t)('GET', '/models', { headers });
    assert.equal((await response.json()).error.message, 'expired');
  });

  const messages: readonly (readonly [string, string, number, RegExp])[] = [
    ['POST', '/images', 400, /^Invalid request parameters$/],
    ['POST', '/images', 401, /^Invalid API key$/],
    ['POST', '/images', 402, /^Insufficient credits$/],
    ['POST', '/images', 403, /^Management keys cannot perform this operation$/],
    ['GET', '/organization/members', 403, /^Only management keys can perform this operation$/],
    ['POST', '/images', 524, /^Request timed out, try again later$/],
    ['GET', '/models', 503, /^Service unavailable, try again later$/],
    ['GET', '/models', 418, /^A rule of this mock answers with status 418$/],
  ];
  for (const [method, path, status, message] of messages) {
    it(`says what the gateway says with ${status} at ${path}`, async () => {
      const t = createMockGateway();
      t.on('*').fail(status);
      const response = await clientOf(t)(method, path);
      const { error } = await response.json();
      assert.equal(response.status, status);
      assert.equal(error.code, status);
      assert.match(error.message, message);
    });
  }

  it('lets the test say message, metadata and headers', async () => {
    const t = createMockGateway();
    t.on('listModels').fail(502, {
      message: 'upstream on fire',
      metadata: { provider_name: 'acme' },
      headers: { 'x-provider-name': 'acme', 'Retry-After': '7' },
    });
    const response = await clientOf(t)('GET', '/models');
    assert.deepEqual((await response.json()).error, {
      code: 502,
      message: 'upstream on fire',
      metadata: { provider_name: 'acme' },
    });
    assert.equal(response.headers.get('x-provider-name'), 'acme');
    assert.equal(response.headers.get('retry-after'), '7');
  });

  it('waits on the clock of the tenant first', async () => {
    const t = createMockGateway({ clock: 'frozen' });
    t.on('listModels').fail(529, { afterMs: 30_000 });
    let status: number | undefined;
    const answered = clientOf(t)('GET', '/models').then((response) => (status = response.status));
    await t.clock.advance('29s');
    assert.equal(status, undefined);
    await t.clock.advance('1s');
    assert.equal(status, 529);
    await answered;
  });

  const refused: readonly (readonly [string, () => unknown, RegExp])[] = [
    [
      'a status that is not a failure',
      () => on().fail(200),
      /400 to 599, got 200.*reply\(\).*GW1206/,
    ],
    [
      'a status that is a text',
      // @ts-expect-error -- as JavaScript may call it
      () => on().fail('429'),
      /400 to 599, got "429"; .*GW1206/,
    ],
    ['no status', () => on().fail(Number.NaN), /got NaN.*\[GW1206\]/],
    [
      'no requests',
      () => on().fail(529, { times: 0 }),
      /a positive integer or Infinity, got 0 \[GW1205\]/,
    ],
    ['an invalid wait', () => on().fail(529, { retryAfter: -1 }), /got -1 \[GW1206\]/],
    ['an invalid delay', () => on().fail(529, { afterMs: -1 }), /got -1 \[GW1501\]/],
    ['half a request', () => on().fail(529, { times: 1.5 }), /got 1\.5 \[GW1205\]/],
    ['all requests', () => on().fail(529, { times: Infinity }), /use failAlways\(\) \[GW1205\]/],
  ];
  for (const [what, make, message] of refused) {
    it(`refuses ${what}`, () => assert.throws(make, message));
  }
});

const on = () => createMockGateway().on('listModels');

describe('the retry-after of a failure', () => {
  const retryable = [408, 409, 425, 429, 500, 502, 503, 524, 529];
  for (const status of retryable) {
    it(`is zero after ${status}, in the form of every SDK`, async () => {
      const headers = await headersOf(status);
      assert.equal(headers.get('retry-after'), '0');
      assert.equal(headers.get('retry-after-ms'), '1');
    });
  }

  it('is absent after a failure that clients should not retry', async () => {
    for (const status of [400, 401, 402, 403, 404, 413, 422]) {
      const headers = await headersOf(status);
      assert.equal(headers.get('retry-after'), null, String(status));
      assert.equal(headers.get('retry-after-ms'), null, String(status));
    }
  });

  it('is in both headers when the test asks for a wait', async () => {
    const headers = await headersOf(529, { retryAfter: 1.5 });
    assert.equal(headers.get('retry-after'), '2');
    assert.equal(headers.get('retry-after-ms'), '1500');
  });

  it('is absent when the test asks for realistic waits', async () => {
    const headers = await headersOf(529, { retryAfter: 'realistic' });
    assert.equal(headers.get('retry-after'), null);
    assert.equal(headers.get('retry-after-ms'), null);
  });

  it('is the end of the window with a realistic 429', async () => {
    const headers = await headersOf(429, { retryAfter: 'realistic' });
    assert.equal(headers.get('retry-after'), '30');
    assert.equal(headers.get('ratelimit-reset'), '30');
  });

  it('comes with the headers of the rate limit after 429', async () => {
    const headers = await headersOf(429);
    assert.equal(headers.get('ratelimit-limit'), '10');
    assert.equal(headers.get('ratelimit-remaining'), '0');
    assert.equal(headers.get('ratelimit-reset'), '1');
  });

  async function headersOf(status: number, options = {}): Promise<Headers> {
    const t = createMockGateway({ rateLimit: { limit: 10, windowSeconds: 30 } });
    t.on('listModels').fail(status, options);
    return (await clientOf(t)('GET', '/models')).headers;
  }
});
