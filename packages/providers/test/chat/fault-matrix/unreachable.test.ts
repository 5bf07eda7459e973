import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { startChatGateway } from '../../support/chat-gateway.ts';

/* Row 1: there is nobody to talk to. */

/** A server that speaks no TLS. */
async function startPlain() {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
    await once(server, 'close');
  };
  return { port, stop };
}

const faults: Readonly<Record<string, (port: number) => string>> = {
  // Nothing listens there, and no server is given this port.
  'a connection that is refused': () => 'http://127.0.0.1:9/v1',
  // A label has at most 63 characters, so that nobody is asked for it.
  'a name without an address': () => `http://${'a'.repeat(64)}.example/v1`,
  'a server without TLS': (port) => `https://127.0.0.1:${port}/v1`,
};

for (const [what, addressOf] of Object.entries(faults)) {
  describe(what, () => {
    for (const withSpare of [false, true]) {
      it(
        withSpare ? 'leads to the next provider' : 'is a 502 that blames the endpoint',
        async () => {
          const { port, stop } = await startPlain();
          const isRefused = what.includes('refused');
          if (isRefused) await stop();
          const upstream = { baseUrl: addressOf(port), silent: () => new Promise<void>(() => {}) };
          await using scene = await startChatGateway({ upstream, withSpare });
          for (const stream of [false, true]) {
            const { status, text } = await scene.answer({ stream });
            assert.equal(status, withSpare ? 200 : 502, text);
            assert.match(text, withSpare ? /"provider":"Spare"/ : /"provider_unavailable"/);
          }
          await scene.settled();
          assert.equal(scene.charged() > 0, withSpare);
          assert.ok(scene.gateway.breakers().some(({ provider }) => provider === scene.slug));
          await stop();
        },
      );
    }
  });
}
