import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import connect from 'connect';
import type { GatewayHandler } from '@model-gateway/core/http';
import { connectGateway } from '@model-gateway/connect';

const brokenStream: GatewayHandler = async () => ({
  status: 200,
  headers: {},
  body: {
    kind: 'events',
    events: (async function* () {
      yield { data: 'first' };
      throw new Error('broken');
    })(),
  },
});

// The conformance suite, bound in adapter-suite.test.ts, covers what every adapter must do.
describe('connectGateway', () => {
  it('refuses a gateway in place of its handle', () => {
    // From plain JavaScript.
    const gateway = { handle: async () => undefined } as unknown as GatewayHandler;
    assert.throws(() => connectGateway(gateway), {
      name: 'TypeError',
      message: 'expected a handler, got a gateway: pass gateway.handle',
    });
  });

  it('keeps an error handler from making a broken stream look complete', async () => {
    const endsIt: connect.ErrorHandleFunction = (_error, _req, res, _next) => res.end();
    const server = createServer(
      connect().use('/v1', connectGateway(brokenStream)).use(endsIt),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      // A server that listens on TCP has an address of this form.
      const { port } = server.address() as AddressInfo;
      await assert.rejects(async () => (await fetch(`http://127.0.0.1:${port}/v1/echo`)).text());
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
