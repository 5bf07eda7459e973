import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEgressError } from '@model-gateway/core';
import { startLoopback } from './loopback-server.ts';
import { startRaw } from './raw-server.ts';
import { get, loopbackClient, textOf } from './requests.ts';

describe('a request', () => {
  it('is sent unchanged, after reporting its dispatch', async () => {
    await using server = await startLoopback((req, res) => {
      void (async () => {
        let body = '';
        for await (const chunk of req) body += String(chunk);
        res.end(`${req.method} ${req.url} ${String(req.headers['x-test'])} ${body}`);
      })();
    });
    await using client = loopbackClient();
    const order: string[] = [];
    const response = await client({
      url: `${server.url}/a%20b?c=%C3%BC#fragment`,
      method: 'PUT',
      headers: { 'x-test': 'yes' },
      body: new TextEncoder().encode('grüße'),
      signal: new AbortController().signal,
      onDispatch: () => order.push('dispatched'),
    });
    order.push('answered');
    assert.equal(await textOf(response), 'PUT /a%20b?c=%C3%BC yes grüße');
    assert.deepEqual(order, ['dispatched', 'answered']);
  });

  it('with an invalid header is not sent', async () => {
    await using server = await startLoopback();
    await using client = loopbackClient();
    const headers = { authorization: 'Bearer hunter2\r\nx-injected: 1' };
    await assert.rejects(get(client, server.url, { headers }), (error) => {
      assert.ok(isEgressError(error));
      assert.equal(error.reason, 'invalid');
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    });
    assert.equal(server.connections, 0);
  });

  it('uses no proxy of the environment', async (t) => {
    await using proxy = await startLoopback((_, res) => res.end('from the proxy'));
    await using server = await startLoopback();
    process.env['http_proxy'] = proxy.url;
    t.after(() => delete process.env['http_proxy']);
    await using client = loopbackClient();
    assert.equal(await textOf(await get(client, server.url)), 'hello');
    assert.equal(proxy.connections, 0);
  });
});

describe('connections', () => {
  it('are kept and used again', async () => {
    await using server = await startLoopback();
    await using client = loopbackClient();
    for (let i = 0; i < 5; i++) await textOf(await get(client, server.url));
    assert.equal(server.connections, 1);
  });

  it('carry one request each at a time', async () => {
    const waiting: (() => void)[] = [];
    await using server = await startLoopback((_, res) => {
      waiting.push(() => res.end('hello'));
      if (waiting.length === 10) for (const answer of waiting) answer();
    });
    await using client = loopbackClient();
    const calls = Array.from({ length: 10 }, async () => textOf(await get(client, server.url)));
    assert.deepEqual(await Promise.all(calls), Array(10).fill('hello'));
    assert.equal(server.connections, 10);
  });

  it('that the server closes are replaced', async () => {
    await using server = await startLoopback((_, res) => {
      res.setHeader('connection', 'close');
      res.end('hello');
    });
    await using client = loopbackClient();
    for (let i = 0; i < 5; i++) assert.equal(await textOf(await get(client, server.url)), 'hello');
    assert.equal(server.connections, 5);
  });

  it('that the server does not accept are unreachable, and nothing was dispatched', async () => {
    await using client = loopbackClient();
    const closed = await startLoopback();
    await closed[Symbol.asyncDispose]();
    let isDispatched = false;
    const call = get(client, `${closed.url}/?token=hunter2`, {
      onDispatch: () => (isDispatched = true),
    });
    await assert.rejects(call, {
      reason: 'unreachable',
      message: `127.0.0.1:${closed.port} could not be reached.`,
    });
    assert.equal(isDispatched, false);
  });

  const breaks: [what: string, answer: string][] = [
    ['without an answer', ''],
    ['in the head', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['with something that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ];
  for (const [what, answer] of breaks) {
    it(`that end ${what} are broken`, async () => {
      await using server = await startRaw((socket) =>
        socket.once('data', () => socket.end(answer)),
      );
      await using client = loopbackClient();
      await assert.rejects(get(client, server.url), { reason: 'broken' });
    });
  }

  it('that end in the body are broken after the received part', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n';
    await using server = await startRaw((socket) =>
      socket.once('data', () => socket.end(`${head}hello`)),
    );
    await using client = loopbackClient();
    const { body } = await get(client, server.url);
    let text = '';
    await assert.rejects(
      async () => {
        for await (const chunk of body) text += Buffer.from(chunk).toString();
      },
      { reason: 'broken' },
    );
    assert.equal(text, 'hello');
  });

  it('skip early hints', async () => {
    await using server = await startLoopback((_, res) => {
      res.writeEarlyHints({ link: '</a.css>; rel=preload' });
      res.writeProcessing();
      res.end('hello');
    });
    await using client = loopbackClient();
    const response = await get(client, server.url);
    assert.equal(response.status, 200);
    assert.equal(await textOf(response), 'hello');
  });
});

describe('a slow reader', () => {
  it('slows the server down and loses nothing', async () => {
    const block = Buffer.alloc(1024 * 1024, 'x');
    let isBlocked = false;
    await using server = await startLoopback((_, res) => {
      let sent = 0;
      const send = () => {
        while (sent++ < 64) {
          if (!res.write(block)) {
            isBlocked = true;
            res.once('drain', send);
            return;
          }
        }
        res.end();
      };
      send();
    });
    await using client = loopbackClient();
    const before = process.memoryUsage().arrayBuffers;
    const { body } = await get(client, server.url);
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    const held = process.memoryUsage().arrayBuffers - before;
    assert.ok(isBlocked);
    assert.ok(held < 16 * block.byteLength, `${held} bytes are held`);
    let length = 0;
    for await (const chunk of body) length += chunk.byteLength;
    assert.equal(length, 64 * block.byteLength);
  });
});
