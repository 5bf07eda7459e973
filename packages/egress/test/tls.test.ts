import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import tls from 'node:tls';
import { describe, it } from 'node:test';
import { isEgressError } from '@model-gateway/core';
import { codeOf } from '@model-gateway/core/kit';
import { selfSigned } from './self-signed.ts';
import { get, loopbackClient, textOf } from './requests.ts';

const HOST = 'images.example.com';
const lookup = async () => ['127.0.0.1'];

async function startTls(identity: { key: string; cert: string }) {
  const server = createServer(identity, (req, res) => {
    // The request of a TLS server has a TLS socket.
    const { servername } = req.socket as TLSSocket & { servername: unknown };
    res.end(`for ${String(servername)}`);
  });
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describe('https', () => {
  it('refuses an untrusted certificate before anything is sent', async () => {
    await using server = await startTls(selfSigned(HOST));
    await using client = loopbackClient({ lookup });
    let isDispatched = false;
    const onDispatch = () => (isDispatched = true);
    const call = get(client, `https://${HOST}:${server.port}/`, { onDispatch });
    await assert.rejects(call, (error) => {
      assert.ok(isEgressError(error));
      assert.equal(error.reason, 'unreachable');
      assert.equal(codeOf(error.cause), 'DEPTH_ZERO_SELF_SIGNED_CERT');
      return true;
    });
    assert.equal(isDispatched, false);
  });

  // Before 22.19, Node's trusted certificates can only be set when it starts.
  const skip = typeof tls.setDefaultCACertificates === 'function' ? false : 'cannot set CAs';
  it('names the host to the server and checks its certificate for it', { skip }, async (t) => {
    const identity = selfSigned(HOST);
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([identity.cert]);
    t.after(() => tls.setDefaultCACertificates(before));
    await using server = await startTls(identity);
    await using client = loopbackClient({ lookup });
    const response = await get(client, `https://${HOST}:${server.port}/`);
    assert.equal(await textOf(response), `for ${HOST}`);
    const other = get(client, `https://other.example.com:${server.port}/`);
    await assert.rejects(other, { reason: 'unreachable' });
  });
});
