import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { bytesResponse, jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import { serve, type RunningServer } from '@model-gateway/node';
import { get, rawClient } from './raw-client.ts';

/** The server's end of the next connection, and the client's. */
async function connected(server: RunningServer) {
  const accepted = once(server.server, 'connection');
  const client = await rawClient(server.port);
  // The event's argument is a connection.
  const [socket] = (await accepted) as [Socket];
  return { client, socket };
}

const ok: GatewayHandler = async () => jsonResponse({ ok: true });

describe('the limits of serve', () => {
  it('have these defaults', async () => {
    await using server = await serve(ok);
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections } =
      server.server;
    assert.deepEqual(
      { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections },
      {
        headersTimeout: 20_000,
        requestTimeout: 300_000,
        keepAliveTimeout: 65_000,
        timeout: 30_000,
        maxConnections: undefined,
      },
    );
  });

  it('can be set, and 0 switches a timeout off', async () => {
    await using server = await serve(ok, {
      headersTimeoutMs: 1000,
      requestTimeoutMs: 0,
      keepAliveTimeoutMs: 2000,
      writeTimeoutMs: 0,
      maxConnections: 7,
    });
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections } =
      server.server;
    assert.deepEqual(
      [headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections],
      [1000, 0, 2000, 0, 7],
    );
  });

  it('give the head no more time than the whole request', async () => {
    await using server = await serve(ok, { requestTimeoutMs: 100 });
    assert.equal(server.server.headersTimeout, 100);
  });

  it('close a connection above maxConnections', async () => {
    await using server = await serve(ok, { maxConnections: 1 });
    await using first = await rawClient(server.port);
    await using second = await rawClient(server.port);
    assert.equal(await second.ended(), '');
    first.send(get('/'));
    await first.until('{"ok":true}');
  });
});

describe('a client that sends slowly', () => {
  it('is answered 408, however often it sends another byte', async () => {
    let fail = (_reason: unknown) => {};
    const failed = new Promise<unknown>((resolve) => (fail = resolve));
    const handler: GatewayHandler = async ({ body }) => {
      if (body.kind === 'bytes') await body.read(1_000_000).catch(fail);
      return undefined;
    };
    await using server = await serve(handler, { requestTimeoutMs: 30 });
    await using client = await rawClient(server.port);
    client.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n');
    const drip = setInterval(() => client.send('x'), 1);
    const answer = await client.ended();
    clearInterval(drip);
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.match(String(await failed), /the client closed the connection/);
  });
});

describe('a client that reads nothing', () => {
  const block = new Uint8Array(64 * 1024);

  it('is cut off after writeTimeoutMs in mid-stream, with no more produced than the buffers hold', async () => {
    let made = 0;
    let closeSource = () => {};
    const sourceClosed = new Promise<void>((resolve) => (closeSource = resolve));
    await using server = await serve(
      async () => ({
        status: 200,
        headers: {},
        body: {
          kind: 'stream',
          contentType: 'text/plain',
          chunks: (async function* () {
            try {
              for (; ; made++) yield block;
            } finally {
              closeSource();
            }
          })(),
        },
      }),
      { writeTimeoutMs: 30 },
    );
    await using client = await rawClient(server.port);
    client.socket.pause();
    client.send(get('/'));
    await sourceClosed;
    assert.ok(made < 1000, `${made} blocks of 64 KiB were made for a client that reads nothing`);
  });

  it('is also cut off during an answer of known length', async () => {
    const parts = Array.from({ length: 320 }, () => block);
    await using server = await serve(async () => bytesResponse(parts, 'text/plain'), {
      writeTimeoutMs: 30,
    });
    const { client, socket } = await connected(server);
    await using _ = client;
    client.socket.pause();
    client.send(get('/'));
    await once(socket, 'close');
  });

  it('keeps its connection and its handler while no bytes are pending', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await using server = await serve(async () => {
      await answered;
      return jsonResponse({ ok: true });
    });
    const { client, socket } = await connected(server);
    await using _ = client;
    client.send(get('/'));
    await once(server.server, 'request');
    // As its timer does after a time without reads and writes.
    socket.emit('timeout');
    await new Promise((resolve) => setImmediate(resolve));
    answer();
    await client.until('{"ok":true}');
  });
});

describe('an idle connection', () => {
  it('is closed after keepAliveTimeoutMs', async () => {
    // Node waits a second longer than configured.
    await using server = await serve(ok, { keepAliveTimeoutMs: 1 });
    await using client = await rawClient(server.port);
    client.send(get('/'));
    await client.ended();
  });

  it('is closed when it was never used', async () => {
    await using server = await serve(ok, { writeTimeoutMs: 10 });
    await using client = await rawClient(server.port);
    assert.equal(await client.ended(), '');
  });

  it('is not reset when a request arrived just before the timeout', async () => {
    await using server = await serve(ok);
    const { client, socket } = await connected(server);
    await using _ = client;
    client.send(get('/'));
    await client.until('{"ok":true}');
    // The kernel has it; a busy server runs its timers before it reads.
    client.send('GET /again HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    socket.emit('timeout');
    const answers = await client.ended();
    assert.equal(answers.match(/\{"ok":true\}/g)?.length, 2);
  });
});
