import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { duplexPair } from 'node:stream';
import { describe, it } from 'node:test';
import type { GatewayHandler } from '@model-gateway/core/http';
import { sendAndFree, sendResponse, toRequestListener } from '@model-gateway/node';

/** Node 20 cannot free. */
const skip = !('transfer' in ArrayBuffer.prototype);

const LARGE = Buffer.alloc(1024 * 1024, 'x');
const EMPTY = { status: 204, headers: {}, body: { kind: 'none' } } as const;

/** Bytes of the pieces of a body before and after they are freed. */
interface Freeing {
  before: number;
  after: number;
}

const bytesIn = (pieces: readonly Uint8Array[]) =>
  pieces.reduce((bytes, { byteLength }) => bytes + byteLength, 0);

/** A server that frees what it may; `middleware` sees each request before. */
async function aServer(send = sendAndFree, middleware: (req: IncomingMessage) => void = () => {}) {
  const freeing: Freeing = { before: 0, after: 0 };
  const handler: GatewayHandler = async ({ body }) => {
    assert.ok(body.kind === 'bytes' && body.readPieces !== undefined);
    const pieces = await body.readPieces(2 * LARGE.byteLength);
    freeing.before = bytesIn(pieces);
    body.free?.();
    freeing.after = bytesIn(pieces);
    return EMPTY;
  };
  const answer = toRequestListener(handler, send);
  const server = createServer((req, res) => {
    middleware(req);
    answer(req, res);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    server,
    freeing,
    post: () => fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: LARGE }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('the pieces of a body', () => {
  it('are freed where nothing else has them', { skip }, async () => {
    await using server = await aServer();
    await server.post();
    assert.equal(server.freeing.before, LARGE.byteLength);
    // Small ones are not, nor what shares its memory with others.
    assert.ok(server.freeing.after < LARGE.byteLength / 4, `${server.freeing.after} are left`);
  });

  for (const [where, send, middleware] of [
    ['their host does not free', sendResponse, () => {}],
    ['middleware listens, too', sendAndFree, (req) => req.on('data', () => {})],
    ['middleware takes the first', sendAndFree, (req) => req.once('data', () => {})],
    ['middleware reads first', sendAndFree, (req) => req.once('readable', () => req.read())],
  ] as const satisfies readonly (readonly [
    string,
    typeof sendAndFree,
    (req: IncomingMessage) => void,
  ])[]) {
    it(`are left alone where ${where}`, async () => {
      await using server = await aServer(send, middleware);
      await server.post();
      assert.deepEqual(server.freeing, { before: LARGE.byteLength, after: LARGE.byteLength });
    });
  }

  it('are left alone where they come through a stream in this process', async () => {
    await using server = await aServer();
    const [near, far] = duplexPair();
    server.server.emit('connection', far);
    near.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${LARGE.byteLength}\r\n\r\n`);
    near.write(LARGE);
    await once(near, 'data');
    assert.deepEqual(server.freeing, { before: LARGE.byteLength, after: LARGE.byteLength });
    near.destroy();
  });
});
