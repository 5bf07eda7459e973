import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { bytesResponse, mountAt, type GatewayHandler } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';

/** More than the buffers of a loopback connection hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

/** A server of one large answer, and a promise that resolves once it has left. */
async function aServer(wrap = (handler: GatewayHandler) => handler) {
  let isSent = false;
  let leave = () => {};
  const sent = new Promise<void>((resolve) => {
    leave = () => {
      isSent = true;
      resolve();
    };
  });
  const server = await serve(
    wrap(async ({ onSent }) => {
      assert.ok(onSent);
      onSent(leave);
      return bytesResponse([LARGE], 'text/plain');
    }),
  );
  return { server, sent, isSent: () => isSent };
}

describe('onSent', () => {
  for (const [where, wrap] of [
    ['at the root', (handler: GatewayHandler) => handler],
    ['below a prefix', (handler: GatewayHandler) => mountAt('/v1', handler)],
  ] as const) {
    it(`is called once the client has read the response, ${where}`, async () => {
      const { server, sent, isSent } = await aServer(wrap);
      await using _ = server;
      const req = request(`${server.url}/v1`).end();
      const [res] = await once(req, 'response');
      assert.equal(isSent(), false);
      res.resume();
      await sent;
    });
  }

  it('is called when the client leaves', async () => {
    const { server, sent, isSent } = await aServer();
    await using _ = server;
    const req = request(server.url)
      .on('error', () => {})
      .end();
    await once(req, 'response');
    assert.equal(isSent(), false);
    req.destroy();
    await sent;
  });
});
