import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { startLoopback } from './loopback-server.ts';
import { get, loopbackClient, textOf } from './requests.ts';

/** Answers each path with its redirect in the table, and any other with the received request. */
function redirector(table: Readonly<Record<string, readonly [status: number, location: string]>>) {
  return startLoopback((req, res) => {
    const [status, location] = table[req.url ?? ''] ?? [];
    if (status !== undefined) return res.writeHead(status, { location }).end('moved');
    return void echo(req).then((text) => res.end(text));
  });
}

async function echo(req: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of req) body += String(chunk);
  const { method, url, headers } = req;
  return JSON.stringify({ method, url, headers, body });
}

const SECRETS = {
  authorization: 'Bearer hunter2',
  cookie: 'session=hunter2',
  'x-api-key': 'hunter2',
  accept: 'image/png',
  'content-type': 'text/plain',
};

describe('redirects', () => {
  it('are returned when maxRedirects is 0', async () => {
    await using server = await redirector({ '/a': [302, '/b'] });
    await using client = loopbackClient();
    const response = await get(client, `${server.url}/a`);
    assert.equal(response.status, 302);
    assert.equal(response.headers['location'], '/b');
    assert.equal(await textOf(response), 'moved');
  });

  it('are followed, relative and absolute ones', async () => {
    await using other = await redirector({});
    await using server = await redirector({
      '/a/b': [301, '../c?d=e'],
      '/c?d=e': [308, `${other.url}/end#fragment`],
    });
    await using client = loopbackClient();
    const response = await get(client, `${server.url}/a/b`, { maxRedirects: 2 });
    assert.equal(JSON.parse(await textOf(response)).url, '/end');
  });

  const insides = [
    'http://127.0.0.2:PORT/',
    'http://127.1:PORT/x/../..',
    '//0x7f000002:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.2]:PORT/',
    'http://localhost:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user:hunter2@127.0.0.1:PORT/',
    'file:///etc/passwd',
    'data:text/plain,hello',
    'ftp://127.0.0.1:PORT/',
  ];
  for (const inside of insides) {
    it(`to ${inside} are refused`, async () => {
      await using canary = await startLoopback();
      const location = inside.replace('PORT', String(canary.port));
      await using server = await redirector({ '/': [302, location] });
      // The first hop stands for a public address.
      await using client = loopbackClient({
        allow: ({ address, port }) => address === '127.0.0.1' && port === server.port,
      });
      const call = get(client, `${server.url}/`, { maxRedirects: 3 });
      await assert.rejects(call, { name: 'EgressError', reason: 'refused' });
      assert.equal(canary.connections, 0);
    });
  }

  it('to nowhere are invalid', async () => {
    await using server = await redirector({ '/': [302, 'http://[::1/'] });
    await using client = loopbackClient();
    await assert.rejects(get(client, server.url, { maxRedirects: 1 }), { reason: 'invalid' });
  });

  it('without a location are answers', async () => {
    await using server = await startLoopback((_, res) => res.writeHead(302).end('where?'));
    await using client = loopbackClient();
    const response = await get(client, server.url, { maxRedirects: 3 });
    assert.equal(await textOf(response), 'where?');
  });

  it('end after maxRedirects', async () => {
    await using server = await redirector({
      '/0': [302, '/1'],
      '/1': [302, '/2'],
      '/2': [302, '/3'],
    });
    await using client = loopbackClient();
    assert.equal((await get(client, `${server.url}/0`, { maxRedirects: 3 })).status, 200);
    await assert.rejects(get(client, `${server.url}/0`, { maxRedirects: 2 }), {
      reason: 'redirects',
      message: 'More than 2 redirects.',
    });
  });

  it('in a loop end too', async () => {
    await using server = await redirector({ '/a': [307, '/b'], '/b': [307, '/a'] });
    await using client = loopbackClient();
    const call = get(client, `${server.url}/a`, { maxRedirects: 5 });
    await assert.rejects(call, { reason: 'redirects' });
  });

  it('keep every header within an origin', async () => {
    await using server = await redirector({ '/': [302, '/end'] });
    await using client = loopbackClient();
    const response = await get(client, server.url, { maxRedirects: 1, headers: SECRETS });
    const { headers } = JSON.parse(await textOf(response));
    assert.equal(headers.authorization, 'Bearer hunter2');
    assert.equal(headers['x-api-key'], 'hunter2');
  });

  it('drop headers that may be credentials across origins', async () => {
    await using other = await redirector({});
    await using server = await redirector({ '/': [302, other.url] });
    await using client = loopbackClient();
    const response = await get(client, server.url, { maxRedirects: 1, headers: SECRETS });
    const text = await textOf(response);
    assert.doesNotMatch(text, /hunter2/);
    assert.equal(JSON.parse(text).headers.accept, 'image/png');
  });

  const methods = [
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'hello'],
    [308, 'POST', 'hello'],
  ] as const;
  for (const [status, method, body] of methods) {
    it(`of status ${status} turn a POST into a ${method}`, async () => {
      await using server = await redirector({ '/': [status, '/end'] });
      await using client = loopbackClient();
      const response = await client({
        url: server.url,
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'hello',
        signal: new AbortController().signal,
        maxRedirects: 1,
      });
      const seen = JSON.parse(await textOf(response));
      assert.equal(seen.method, method);
      assert.equal(seen.body, body);
      assert.equal(seen.headers['content-type'], body === '' ? undefined : 'text/plain');
    });
  }

  it('report the dispatch once', async () => {
    await using server = await redirector({ '/': [302, '/end'] });
    await using client = loopbackClient();
    let dispatches = 0;
    await get(client, server.url, { maxRedirects: 1, onDispatch: () => dispatches++ });
    assert.equal(dispatches, 1);
  });
});
