import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import type { PiecedRequest } from '@model-gateway/core';
import { startLoopback } from './loopback-server.ts';
import { startRaw } from './raw-server.ts';
import { loopbackClient, textOf } from './requests.ts';

/* When a client says that the pieces of a body have left. */

/** More than the buffers of a loopback connection hold. */
const LARGE = [1, 2, 3, 4].map((byte) => Buffer.alloc(8 * 1024 * 1024, byte));

/** Sends them; `log` notes when they have left. */
function sending(url: string, options: Partial<PiecedRequest> = {}) {
  const client = loopbackClient();
  const log: string[] = [];
  const { signal } = new AbortController();
  const onLeft = () => void log.push('left');
  const sent = { url, method: 'POST', signal, body: LARGE, onLeft, ...options } as const;
  const call = client.sendPieces?.(sent) ?? assert.fail();
  return { log, call, [Symbol.asyncDispose]: () => client.close() };
}

type WritevArguments = Parameters<Required<Pick<Socket, '_writev'>>['_writev']>;

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('the pieces of a body', () => {
  it('are said to have left once, with the end of an answer that came after all of them', async () => {
    await using server = await startLoopback((req, res) => {
      req.resume().on('end', () => res.end('done'));
    });
    await using sent = sending(server.url);
    const answer = await sent.call;
    assert.equal(await textOf(answer), 'done');
    assert.deepEqual(sent.log, ['left']);
  });

  it('are not while the upstream has not read them, though it has answered', async () => {
    const sockets: Socket[] = [];
    await using server = await startRaw((socket) => {
      sockets.push(socket);
      socket.pause();
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ndone');
    });
    using _ = { [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()) };
    await using sent = sending(server.url);
    const answer = await sent.call;
    assert.equal(await textOf(answer), 'done');
    await turns(50);
    assert.deepEqual(sent.log, []);
  });

  it('are not when the call is broken off, nor when the upstream leaves', async () => {
    const controller = new AbortController();
    await using server = await startLoopback((req) => {
      req.once('data', () => controller.abort(new Error('enough')));
    });
    await using leaving = await startRaw((socket) => socket.once('data', () => socket.destroy()));
    await using aborted = sending(server.url, { signal: controller.signal });
    await using left = sending(leaving.url);
    await assert.rejects(aborted.call);
    await assert.rejects(left.call);
    await turns(50);
    assert.deepEqual([...aborted.log, ...left.log], []);
  });

  it('are not where the answer is not read to its end', async () => {
    await using server = await startLoopback((req, res) => {
      req.resume().on('end', () => res.write('half'));
    });
    await using sent = sending(server.url);
    const { body } = await sent.call;
    await body[Symbol.asyncIterator]().return?.();
    await turns(50);
    assert.deepEqual(sent.log, []);
  });

  it('are not where a redirect may ask for them again', async () => {
    await using server = await startLoopback((req, res) => {
      req.resume().on('end', () => {
        if (req.url === '/') res.writeHead(307, { location: '/again' }).end();
        else res.end('done');
      });
    });
    await using sent = sending(server.url, { maxRedirects: 1 });
    assert.equal(await textOf(await sent.call), 'done');
    assert.deepEqual(sent.log, []);
  });

  it('reach the system four at a time, and in order', async (t) => {
    const pieces = Array.from({ length: 32 }, (_, byte) => Buffer.alloc(64 * 1024, byte));
    await using server = await startLoopback((req, res) => {
      const read: Buffer[] = [];
      req.on('data', (chunk: Buffer) => read.push(chunk));
      req.on('end', () => res.end(String(Buffer.concat(read).equals(Buffer.concat(pieces)))));
    });
    const counts: number[] = [];
    // What node:stream calls with all that waits; its type has chunks of any kind.
    const prototype = Socket.prototype as Required<Pick<Socket, '_writev'>>;
    const writev = prototype._writev;
    t.mock.method(prototype, '_writev', function count(this: Socket, ...args: WritevArguments) {
      counts.push(args[0].length);
      writev.apply(this, args);
    });
    await using sent = sending(server.url, { body: pieces });
    assert.equal(await textOf(await sent.call), 'true');
    // The first of a new connection may go ahead; the head is one more.
    assert.equal(Math.max(...counts.slice(1)), 4);
    assert.ok(counts.length <= 9, String(counts));
    assert.deepEqual(sent.log, ['left']);
  });
});
