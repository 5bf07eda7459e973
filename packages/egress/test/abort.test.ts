import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import type { OutgoingRequest } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { startLoopback } from './loopback-server.ts';
import { get, loopbackClient, textOf } from './requests.ts';

const REASON = new Error('enough');

/** A signal, and options that abort it at a moment of the request. */
function abortable(options: Partial<OutgoingRequest> = {}) {
  const controller = new AbortController();
  const abort = () => controller.abort(REASON);
  return { abort, options: { ...options, signal: controller.signal } };
}

describe('an abort', () => {
  it('is possible for every request: one without a signal is a mistake', async () => {
    await using client = loopbackClient();
    // As JavaScript allows it.
    const request = { url: 'http://example.com/', method: 'GET' } as OutgoingRequest;
    await assert.rejects(client(request), /needs a signal, such as AbortSignal\.timeout/);
  });

  it('before the call opens no connection', async () => {
    await using server = await startLoopback();
    await using client = loopbackClient();
    const { abort, options } = abortable();
    abort();
    await assert.rejects(get(client, server.url, options), REASON);
    assert.equal(server.connections, 0);
  });

  it('during the lookup opens no connection', async () => {
    await using server = await startLoopback();
    const { abort, options } = abortable();
    const lookup = async () => {
      abort();
      return ['127.0.0.1'];
    };
    await using client = loopbackClient({ lookup });
    const call = get(client, `http://slow.example.com:${server.port}/`, options);
    await assert.rejects(call, REASON);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(server.connections, 0);
  });

  it('during the TLS handshake closes the connection and dispatches nothing', async () => {
    const { abort, options } = abortable();
    const received: Socket[] = [];
    const server = createServer((socket) => {
      received.push(socket);
      // The client's half of the handshake is here, and never gets an answer.
      socket.once('data', abort);
      socket.on('error', () => {});
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await using client = loopbackClient();
    let isDispatched = false;
    const onDispatch = () => (isDispatched = true);
    const call = get(client, `https://127.0.0.1:${port}/`, { ...options, onDispatch });
    await assert.rejects(call, REASON);
    for (const socket of received) if (!socket.closed) await once(socket, 'close');
    assert.equal(isDispatched, false);
    server.close();
    await once(server, 'close');
  });

  it('before the answer closes the connection', async () => {
    const { abort, options } = abortable();
    await using server = await startLoopback(() => abort());
    await using client = loopbackClient();
    let isDispatched = false;
    const onDispatch = () => (isDispatched = true);
    await assert.rejects(get(client, server.url, { ...options, onDispatch }), REASON);
    assert.equal(isDispatched, true);
    await server.allClosed();
    assert.equal(server.connections, 1);
  });

  it('between two redirects ends the call', async () => {
    const { abort, options } = abortable({ maxRedirects: 3 });
    await using server = await startLoopback((req, res) => {
      if (req.url === '/') res.writeHead(302, { location: '/next' }).end();
      else abort();
    });
    await using client = loopbackClient();
    await assert.rejects(get(client, server.url, options), REASON);
    await server.allClosed();
  });

  it('in the body ends the loop at once, unread bytes or not', async () => {
    await using server = await startLoopback((_, res) => res.write('x'.repeat(500_000)));
    await using client = loopbackClient();
    const { abort, options } = abortable();
    const { body } = await get(client, server.url, options);
    let chunks = 0;
    await assert.rejects(async () => {
      for await (const _ of body) {
        chunks++;
        abort();
      }
    }, REASON);
    assert.equal(chunks, 1);
    await server.allClosed();
    assert.equal(server.connections, 1);
  });

  it('while the body is silent ends the loop', async () => {
    await using server = await startLoopback((_, res) => res.write('hello'));
    await using client = loopbackClient();
    const { abort, options } = abortable();
    const { body } = await get(client, server.url, options);
    await assert.rejects(async () => {
      for await (const _ of body) setImmediate(abort);
    }, REASON);
    await server.allClosed();
  });

  it('after the answer changes nothing', async () => {
    await using server = await startLoopback();
    await using client = loopbackClient();
    const { abort, options } = abortable();
    const response = await get(client, server.url, options);
    assert.equal(await textOf(response), 'hello');
    abort();
    assert.equal(await textOf(await get(client, server.url)), 'hello');
    assert.equal(server.connections, 1);
  });

  it('leaves no listener on its signal', async () => {
    await using server = await startLoopback();
    await using client = loopbackClient();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    await textOf(await get(client, server.url, { signal }));
    await assert.rejects(get(client, 'http://127.0.0.1:1/', { signal }));
    assert.equal(listeners, 0);
  });
});

describe('leaving the body', () => {
  it('early closes the connection', async () => {
    await using server = await startLoopback((_, res) => res.write('hello'));
    await using client = loopbackClient();
    for await (const _ of (await get(client, server.url)).body) break;
    await server.allClosed();
    assert.equal(server.connections, 1);
  });

  it('before reading closes the connection', async () => {
    await using server = await startLoopback((_, res) => res.write('hello'));
    await using client = loopbackClient();
    const { body } = await get(client, server.url);
    await body[Symbol.asyncIterator]().return?.();
    await server.allClosed();
    assert.equal(server.connections, 1);
  });
});

describe('closing the client', () => {
  it('ends calls that wait, bodies that are read and idle connections', async () => {
    await using server = await startLoopback((req, res) => {
      if (req.url === '/body') res.write('hello');
      if (req.url === '/idle') res.end('hello');
      if (req.url === '/wait') void client.close();
    });
    const client = loopbackClient();
    const { body } = await get(client, `${server.url}/body`);
    await textOf(await get(client, `${server.url}/idle`));
    await assert.rejects(get(client, `${server.url}/wait`), { reason: 'broken' });
    await assert.rejects(
      async () => {
        for await (const _ of body);
      },
      { reason: 'broken' },
    );
    await client.close();
    await server.allClosed();
    await assert.rejects(get(client, server.url), { reason: 'unreachable' });
  });

  it('ends connections that are being made', async () => {
    const client = createGuardedHttpClient({
      lookup: () => {
        queueMicrotask(() => void client.close());
        return new Promise(() => {});
      },
    });
    await assert.rejects(get(client, 'http://slow.example.com/'), { reason: 'unreachable' });
  });
});
