import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { CLIENT_KEY, proxied, UPSTREAM_KEY, type Sent } from './proxied.ts';

/* What passes between a client, the gateway and an upstream. Source: contract §1.10, §4.6. */

/** An upstream that keeps what it receives. */
function upstream() {
  const received: Received[] = [];
  const listener = async (req: IncomingMessage, res: ServerResponse) => {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    const { method = '', url = '', headers } = req;
    received.push({ method, url, headers, body });
    res.end();
  };
  return {
    received,
    listener: (req: IncomingMessage, res: ServerResponse) => void listener(req, res),
  };
}

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('a request that is passed through', () => {
  it('goes to the same path below the upstream, with its query and its body', async (t) => {
    const { received, listener } = upstream();
    const { send } = await proxied(t, listener);
    const path = '/v1/chat/completions?a=%20b';
    assert.equal((await send({ method: 'POST', path, body: '{"n":1}' })).status, 200);
    const { method, url, body } = received[0] ?? {};
    assert.deepEqual([method, url, body], ['POST', '/api/chat/completions?a=%20b', '{"n":1}']);
  });

  it('carries the upstream’s key, and nothing of who the client is', async (t) => {
    const { received, listener } = upstream();
    const { send } = await proxied(t, listener);
    await send({
      headers: {
        'x-api-key': 'of-the-client',
        'x-goog-api-key': 'of-the-client',
        'anthropic-api-key': 'of-the-client',
        cookie: 'session=of-the-client',
        'x-session-id': 'session-1',
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        'x-forwarded-for': '203.0.113.9',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
        origin: 'https://app.example',
        referer: 'https://app.example/secret',
      },
    });
    const headers: IncomingHttpHeaders = received[0]?.headers ?? {};
    assert.equal(headers['authorization'], `Bearer ${UPSTREAM_KEY}`);
    const text = JSON.stringify(headers);
    assert.doesNotMatch(text, /of-the-client|session-1|4bf92f|203\.0\.113|app\.example/);
    assert.doesNotMatch(text, new RegExp(CLIENT_KEY));
  });

  it('leaves out headers about the connection', async (t) => {
    const { received, listener } = upstream();
    const { send } = await proxied(t, listener, { options: { requestHeaders: ['x-*'] } });
    await send({
      headers: { connection: 'close, x-hop', 'x-hop': '1', te: 'trailers', 'x-title': 'app' },
    });
    const headers: IncomingHttpHeaders = received[0]?.headers ?? {};
    assert.equal(headers['x-title'], 'app');
    assert.deepEqual([headers['x-hop'], headers['te']], [undefined, undefined]);
  });

  it('carries the headers that the host adds in place of the client’s', async (t) => {
    const { received, listener } = upstream();
    const options = { apiKey: null, headers: { 'X-API-Key': 'own', 'x-version': '2' } };
    const { send } = await proxied(t, listener, { options });
    await send({ headers: { 'x-api-key': 'theirs', 'x-version': '1' } });
    const headers: IncomingHttpHeaders = received[0]?.headers ?? {};
    assert.deepEqual([headers['x-api-key'], headers['x-version']], ['own', '2']);
    assert.equal(headers['authorization'], undefined);
  });

  for (const coding of ['Chunked', ', chunked']) {
    it(`has its body without chunks where it came as "${coding}"`, async (t) => {
      const { received, listener } = upstream();
      const { send } = await proxied(t, listener);
      const headers = { 'transfer-encoding': coding };
      assert.equal((await send({ method: 'POST', body: 'whole', headers })).status, 200);
      assert.equal(received[0]?.body, 'whole');
    });
  }

  it('waits for the body that its client announces with expect', async (t) => {
    const { received, listener } = upstream();
    const { send } = await proxied(t, listener);
    await send({ method: 'POST', body: 'whole', headers: { expect: '100-continue' } });
    const { body, headers } = received[0] ?? {};
    assert.deepEqual([body, headers?.['expect']], ['whole', undefined]);
  });

  const refused: readonly (readonly [string, Sent, number])[] = [
    ['without a key', { headers: { authorization: '' } }, 401],
    ['with an unknown key', { headers: { authorization: 'Bearer other' } }, 401],
    ['that leaves the base URL', { path: '/v1/..%2f..%2f../%2e%2e/%2e%2e/admin' }, 404],
    ['with a method that it does not pass on', { method: 'OPTIONS' }, 404],
    [
      'that asks for a websocket',
      { headers: { connection: 'upgrade', upgrade: 'websocket' } },
      400,
    ],
    ['with a body over the limit', { method: 'POST', body: 'x'.repeat(101) }, 413],
    ...['gzip, chunked', 'identity, chunked', 'chunked-too, chunked'].map(
      (coding) =>
        [
          `whose body is in the transfer coding ${coding}`,
          { method: 'POST', body: 'x', headers: { 'transfer-encoding': coding } },
          400,
        ] as const,
    ),
  ];
  for (const [what, given, status] of refused) {
    it(`${what} never reaches the upstream`, async (t) => {
      let reached = 0;
      const options = { bodyLimitBytes: 100 };
      const { send } = await proxied(t, (_req, res) => res.end(String(reached++)), { options });
      const heard = await send(given);
      assert.deepEqual([heard.status, reached], [status, 0]);
      assert.equal(JSON.parse(heard.text).error.code, status);
    });
  }

  it('of a management key is refused, unless the host permits it', async (t) => {
    const key = { kind: 'management' } as const;
    const { send } = await proxied(t, upstream().listener, { key });
    assert.equal((await send()).status, 403);
    const opened = await proxied(t, upstream().listener, {
      key,
      permissions: { passThrough: 'any' },
    });
    assert.equal((await opened.send()).status, 200);
  });

  it('of a key that is limited to models is refused', async (t) => {
    const { send } = await proxied(t, upstream().listener, {
      key: { allowedModels: ['acme/one'] },
    });
    const heard = await send();
    assert.equal(heard.status, 404);
    assert.match(heard.text, /this key is limited to models/);
  });

  it('leaves the operations of the gateway to the gateway', async (t) => {
    const { send } = await proxied(t, upstream().listener);
    const heard = await send({ path: '/v1/models' });
    assert.deepEqual(JSON.parse(heard.text).data, []);
  });

  it('is recorded', async (t) => {
    const { send, records } = await proxied(t, upstream().listener);
    await send({ method: 'POST', body: '{}' });
    const [record] = records;
    assert.deepEqual(
      [record?.operation, record?.method, record?.path, record?.status, record?.caller?.keyLabel],
      ['passThrough', 'POST', '/v1/chat/completions', 200, 'test key'],
    );
  });
});

describe('an answer that is passed through', () => {
  it('keeps its status, its body and its headers, without those of another host', async (t) => {
    const { send } = await proxied(t, (_req, res) => {
      res.writeHead(418, {
        'content-type': 'text/plain',
        'x-ratelimit-remaining': '7',
        'set-cookie': 'session=of-the-upstream',
        'strict-transport-security': 'max-age=1',
        'access-control-allow-origin': '*',
        'keep-alive': 'timeout=99',
      });
      res.end('short and stout');
    });
    const { status, headers, text } = await send();
    assert.deepEqual([status, text], [418, 'short and stout']);
    assert.equal(headers['x-ratelimit-remaining'], '7');
    for (const name of ['set-cookie', 'strict-transport-security', 'access-control-allow-origin']) {
      assert.equal(headers[name], undefined, name);
    }
    assert.ok(headers['x-request-id']);
  });

  it('is decompressed', async (t) => {
    const { send } = await proxied(t, (_req, res) => {
      res.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
      res.end(gzipSync('{"data":[]}'));
    });
    const { headers, text } = await send({ headers: { 'accept-encoding': 'zstd' } });
    assert.deepEqual([headers['content-encoding'], text], [undefined, '{"data":[]}']);
  });

  it('that redirects is returned, not followed', async (t) => {
    const { send } = await proxied(t, (req, res) => {
      assert.equal(req.url, '/api/chat/completions');
      res.writeHead(307, { location: 'https://elsewhere.example/' }).end();
    });
    const { status, headers } = await send();
    assert.deepEqual([status, headers.location], [307, 'https://elsewhere.example/']);
  });

  it('with trailers ends as it should, without them', async (t) => {
    const { send } = await proxied(t, (_req, res) => {
      res.writeHead(200, { trailer: 'x-checksum' });
      res.write('whole');
      res.addTrailers({ 'x-checksum': '1' });
      res.end();
    });
    const { headers, text } = await send();
    assert.deepEqual([headers['trailer'], text], [undefined, 'whole']);
  });

  it('to HEAD has no body', async (t) => {
    const { send } = await proxied(t, (_req, res) => res.writeHead(200, { etag: '"1"' }).end());
    const { status, headers, text } = await send({ method: 'HEAD' });
    assert.deepEqual([status, headers.etag, text], [200, '"1"', '']);
  });

  for (const status of [401, 402, 403]) {
    it(`that refuses the upstream’s key with a ${status} is a 502, and its text stays here`, async (t) => {
      const { send } = await proxied(t, (_req, res) => {
        res.writeHead(status).end(`Incorrect API key provided: ${UPSTREAM_KEY}`);
      });
      const heard = await send();
      assert.equal(heard.status, 502);
      assert.equal(JSON.parse(heard.text).error.metadata.upstream_status, status);
      assert.doesNotMatch(heard.text, new RegExp(UPSTREAM_KEY));
    });
  }
});
