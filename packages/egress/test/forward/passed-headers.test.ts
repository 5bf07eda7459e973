import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, it } from 'node:test';
import { passThrough, type PassThroughOptions } from '@model-gateway/egress';
import { proxied } from './proxied.ts';

/* Which headers pass between a client and an upstream. Source: contract §1.10. */

const SAFE = {
  accept: 'text/event-stream',
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'sdk/1',
  'openai-beta': 'assistants=v2',
  'anthropic-version': '2023-06-01',
  'anthropic-beta': 'files',
};

/** What steers servers, proxies and accounts, or is a credential of the caller. */
const STEERING = [
  'x-original-url x-rewrite-url x-original-uri x-http-method x-http-method-override x-method-override',
  'x-host x-original-host x-forwarded-host x-forwarded-prefix x-forwarded-for x-forwarded-proto',
  'x-real-ip cf-connecting-ip true-client-ip x-client-ip x-cluster-client-ip fastly-client-ip',
  'openai-organization openai-project x-goog-user-project x-ms-client-principal x-amz-security-token',
  'private-token x-authorization token x-token x-auth x-auth-token x-api-key api-key apikey',
  'x-goog-api-key anthropic-api-key ocp-apim-subscription-key x-session-id traceparent tracestate',
  'baggage cookie origin referer forwarded via range if-range if-match if-none-match prefer x-debug',
  'accept-encoding accept-language x-title x-stainless-lang x-accel-internal x-backend x-env',
].flatMap((names) => names.split(' '));

describe('a header of a request', () => {
  async function received(
    sent: Readonly<Record<string, string>>,
    t: Parameters<typeof proxied>[0],
    options?: PassThroughOptions,
  ): Promise<IncomingHttpHeaders> {
    let seen: IncomingHttpHeaders = {};
    const { send } = await proxied(
      t,
      (req, res) => {
        seen = req.headers;
        res.end();
      },
      { options: options ?? {} },
    );
    assert.equal((await send({ headers: sent })).status, 200);
    return seen;
  }

  it('passes when it is about the call', async (t) => {
    const seen = await received(SAFE, t);
    for (const [name, value] of Object.entries(SAFE)) assert.equal(seen[name], value, name);
  });

  it('is the idempotency key of its caller, not of all', async (t) => {
    const { 'idempotency-key': key } = await received({ 'idempotency-key': 'order-1' }, t);
    assert.match(String(key), /^[0-9a-f]{64}$/);
    const again = await received({ 'idempotency-key': 'order-1' }, t);
    assert.equal(again['idempotency-key'], key);
    const other = await received({ 'idempotency-key': 'order-2' }, t);
    assert.notEqual(other['idempotency-key'], key);
  });

  it('stays here when it may steer the upstream', async (t) => {
    const seen = await received(
      Object.fromEntries(STEERING.map((name) => [name, 'of-the-client'])),
      t,
    );
    const passed = Object.entries(seen).filter(([, value]) => value === 'of-the-client');
    assert.deepEqual(passed, []);
    assert.equal(seen['accept-encoding'], 'identity');
  });

  it('stays here for a beginning such as x-*, unless the host names it, when it steers', async (t) => {
    const options = { requestHeaders: ['x-*', 'cf-*', 'true-*', 'fastly-*', 'x-host'] };
    const sent = Object.fromEntries(STEERING.map((name) => [name, 'of-the-client']));
    const seen = await received(sent, t, options);
    const passed = Object.keys(seen).filter((name) => seen[name] === 'of-the-client');
    assert.deepEqual(passed.toSorted(), [
      'x-backend',
      'x-debug',
      'x-env',
      'x-host',
      'x-session-id',
      'x-stainless-lang',
      'x-title',
    ]);
  });

  it('passes when the host names it, or its beginning', async (t) => {
    const options = { requestHeaders: ['X-Title', 'x-stainless-*', 'traceparent'] };
    const seen = await received(
      { 'x-title': '1', 'x-stainless-lang': '2', traceparent: '3', 'x-stainless-api-key': '4' },
      t,
      options,
    );
    assert.deepEqual(
      [seen['x-title'], seen['x-stainless-lang'], seen['traceparent'], seen['x-stainless-api-key']],
      ['1', '2', '3', undefined],
    );
  });
});

const USEFUL = {
  'content-type': 'text/plain',
  'content-disposition': 'attachment; filename="a.txt"',
  etag: '"1"',
  'retry-after': '3',
  'x-ratelimit-remaining': '7',
  'anthropic-ratelimit-tokens-remaining': '7',
  'openai-processing-ms': '12',
  'request-id': 'req_1',
  location: 'https://elsewhere.example/',
  ...Object.fromEntries(
    [
      'accept-ranges allow content-language content-range content-security-policy deprecation',
      'expires last-modified openai-model openai-version ratelimit-remaining retry-after-ms sunset',
      'vary x-should-retry',
    ].flatMap((names) => names.split(' ').map((name) => [name, 'said'] as const)),
  ),
};

/** What acts on the browser, on caches or on the proxy in front, or is about the operator's account. */
const ACTING = [
  'x-accel-redirect x-accel-buffering x-accel-expires x-accel-limit-rate x-accel-charset x-sendfile',
  'x-lighttpd-send-file x-reproxy-url x-reproxy-file clear-site-data refresh service-worker-allowed',
  'public-key-pins public-key-pins-report-only set-cookie set-cookie2 strict-transport-security nel',
  'alt-svc report-to reporting-endpoints www-authenticate surrogate-control surrogate-key',
  'cdn-cache-control cloudflare-cdn-cache-control access-control-allow-origin link x-powered-by',
  'server via openai-organization anthropic-organization-id x-envoy-upstream-service-time age',
  'proxy-authenticate content-location document-policy permissions-policy x-custom x-debug',
].flatMap((names) => names.split(' '));

describe('a header of an answer', () => {
  it('is returned when it is about the answer', async (t) => {
    const { send } = await proxied(t, (_req, res) => res.writeHead(200, USEFUL).end('whole'));
    const { headers } = await send();
    for (const [name, value] of Object.entries(USEFUL)) assert.equal(headers[name], value, name);
  });

  it('is not when it may act on the browser or on the proxy in front', async (t) => {
    const { send } = await proxied(t, (_req, res) => {
      for (const name of ACTING) res.setHeader(name, 'of-the-upstream');
      res.end('whole');
    });
    const { headers } = await send();
    const returned = Object.entries(headers).filter(([, value]) =>
      String(value).includes('of-the-upstream'),
    );
    assert.deepEqual(returned, []);
  });

  it('is returned when the host names it, or its beginning', async (t) => {
    const options = { responseHeaders: ['X-Custom', 'x-*'] };
    const { send } = await proxied(
      t,
      (_req, res) =>
        res.writeHead(200, { 'x-custom': '1', 'x-more': '2', 'x-accel-redirect': '/etc' }).end(),
      { options },
    );
    const { headers } = await send();
    assert.deepEqual(
      [headers['x-custom'], headers['x-more'], headers['x-accel-redirect']],
      ['1', '2', undefined],
    );
  });

  const caches: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'no-store'],
    ['public, max-age=60', 'private, max-age=60'],
    ['Public, S-MaxAge=60', 'private'],
    ['max-age=60, must-revalidate', 'private, max-age=60, must-revalidate'],
    ['private="x-a, x-b", max-age=60', 'private, max-age=60'],
    ['private', 'private'],
    ['no-cache', 'private, no-cache'],
    ['no-store', 'no-store'],
    ['no-store, must-understand, public', 'no-store'],
    ['max-age="60", nonsense', 'private'],
  ];
  for (const [given, expected] of caches) {
    it(`cache-control ${given ?? 'that is missing'} becomes ${expected}`, async (t) => {
      const { send } = await proxied(t, (_req, res) => {
        if (given !== undefined) res.setHeader('cache-control', given);
        res.end('whole');
      });
      // Every stream forbids that a proxy compresses it.
      const { headers } = await send();
      assert.equal(headers['cache-control'], `${expected}, no-transform`);
    });
  }
});

describe('a list of more headers', () => {
  const refused: readonly (readonly [PassThroughOptions, RegExp])[] = [
    [{ requestHeaders: ['cookie'] }, /must not hold cookie, which is never passed on/],
    [{ requestHeaders: ['Authorization'] }, /must not hold authorization/],
    [{ requestHeaders: ['x-api-key'] }, /must not hold x-api-key/],
    [{ requestHeaders: ['content-length'] }, /must not hold content-length/],
    [{ requestHeaders: ['x-forwarded-for'] }, /must not hold x-forwarded-for/],
    [{ requestHeaders: ['*'] }, /must hold header names such as/],
    [{ requestHeaders: ['x title'] }, /must hold header names such as .+ got "x title"/],
    [{ responseHeaders: ['set-cookie'] }, /must not hold set-cookie/],
    [{ responseHeaders: ['X-Accel-Redirect'] }, /must not hold x-accel-redirect/],
    [{ responseHeaders: ['x-accel-*'] }, /must not hold x-accel-\*/],
    [{ responseHeaders: ['access-control-allow-origin'] }, /must not hold access-control/],
  ];
  for (const [options, message] of refused) {
    it(`refuses ${JSON.stringify(options)}`, () => {
      assert.throws(() => passThrough('https://api.example/v1', { apiKey: null, ...options }), {
        name: 'TypeError',
        message,
      });
    });
  }

  it('refuses what is not a list', () => {
    // A host without types may pass anything.
    const options = { requestHeaders: 'x-title' } as unknown as PassThroughOptions;
    assert.throws(
      () => passThrough('https://api.example/v1', { apiKey: null, ...options }),
      /must be a list/,
    );
  });
});

describe('the key of a pass-through', () => {
  // A host without types may pass anything.
  const pass = (options?: object) =>
    passThrough('https://api.example/v1', options as PassThroughOptions);

  for (const options of [
    undefined,
    {},
    { apiKey: undefined },
    { apiKey: undefined, headers: { 'x-title': 'app' } },
  ]) {
    it(`is missing in ${JSON.stringify(options)}${options && 'apiKey' in options ? ', which has an undefined one' : ''}`, () => {
      assert.throws(() => pass(options), {
        name: 'TypeError',
        message:
          'passThrough needs apiKey: the key of the upstream, or null for one that takes no key',
      });
    });
  }

  it('is not empty, and errors do not repeat it', () => {
    for (const apiKey of ['', 'two words']) {
      assert.throws(() => pass({ apiKey }), {
        message: 'passThrough: apiKey must be a key of visible ASCII characters, or null, got text',
      });
    }
  });

  it('is not misspelt', () => {
    assert.throws(() => pass({ apikey: 'k' }), {
      message: 'passThrough has no option "apikey"; did you mean "apiKey"?',
    });
  });

  it('is null for an upstream without one, or among the headers', async () => {
    await pass({ apiKey: null }).close();
    await pass({ headers: { 'x-api-key': 'k' } }).close();
  });
});
