import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { exchange } from '../../src/send/exchange.ts';
import { aDestination } from '../support/destinations.ts';
import { aForwarding } from '../support/forwarding.ts';

/* A receiver must not hand records on to another one: a 307 keeps the method and the body. */

async function listening(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

describe('a receiver that redirects', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`with a ${status} has answered, and nobody else hears of the records`, async (t) => {
      let hits = 0;
      const elsewhere = await listening(t, (_, res) => {
        hits++;
        res.end();
      });
      const origin = await listening(t, (req, res) => {
        req.resume();
        res.writeHead(status, { location: `${elsewhere}/in` }).end();
      });
      const http = createGuardedHttpClient({ allow: () => true });
      t.after(() => http.close());

      const { signal } = new AbortController();
      const body = JSON.stringify({ prompt: 'a red panda' });
      const request = {
        url: origin,
        method: 'POST',
        headers: {},
        body,
        mayCompress: false,
      } as const;
      const answer = await exchange(request, { http, compress: false, signal });
      assert.equal(answer.status, status);

      const destination = aDestination(1, { type: 'webhook', config: { url: origin } });
      const { forwarder } = await aForwarding([], { http });
      const result = await forwarder.test(destination);
      assert.deepEqual([result.ok, result.status, hits], [false, status, 0]);
    });
  }
});
