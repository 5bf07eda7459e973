import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { aDestination } from '../support/destinations.ts';
import { aForwarding } from '../support/forwarding.ts';
import { aRecord } from '../support/records.ts';

/** A forwarder to a receiver on a socket of this machine, and the bytes of answers that it read. */
async function aForwardingTo(answer: (res: ServerResponse, position: number) => void) {
  let requests = 0;
  let bytesRead = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', () => answer(res, requests++));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  const client = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  const destination = aDestination(1, { config: { endpoint: `http://127.0.0.1:${port}` } });
  const forwarding = await aForwarding([destination], {
    async http(request) {
      const response = await client(request);
      async function* counted() {
        for await (const chunk of response.body) {
          bytesRead += chunk.byteLength;
          yield chunk;
        }
      }
      return { ...response, body: counted() };
    },
  });
  return {
    ...forwarding,
    requests: () => requests,
    bytesRead: () => bytesRead,
    async [Symbol.asyncDispose]() {
      await forwarding.forwarder.close();
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('an answer of a receiver on a socket', () => {
  it('that is a gzip bomb of 64 MiB is read up to 64 KiB, and the record counts as sent', async () => {
    const bomb = gzipSync(new Uint8Array(64 * 1024 * 1024));
    await using forwarding = await aForwardingTo((res) =>
      res
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(bomb),
    );
    forwarding.observe(aRecord(1));
    await forwarding.forwarder.flush();
    assert.equal(forwarding.statsOf(0).outcomes.sent, 1);
    assert.equal(forwarding.requests(), 1);
    // The chunk with which the limit is reached may be as large again.
    assert.ok(forwarding.bytesRead() <= 128 * 1024, `${forwarding.bytesRead()} bytes`);
  });

  it('that breaks off in its body is not trusted: the record is sent again, once', async () => {
    await using forwarding = await aForwardingTo((res, position) => {
      if (position > 0) return res.writeHead(200).end();
      res.writeHead(200, { 'content-length': 100 }).write('{"partial');
      setImmediate(() => res.destroy());
    });
    forwarding.observe(aRecord(1));
    await forwarding.forwarder.flush();
    const { outcomes, inFlight } = forwarding.statsOf(0);
    assert.deepEqual([outcomes.sent, inFlight, forwarding.requests()], [0, 1, 1]);
    forwarding.clock.advance(1000);
    await forwarding.forwarder.flush();
    assert.equal(forwarding.statsOf(0).outcomes.sent, 1);
    assert.equal(forwarding.requests(), 2);
  });
});
