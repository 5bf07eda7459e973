import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import express5 from 'express';
import express4 from 'express4';
import { jsonResponse, mountAt, type GatewayHandler } from '@model-gateway/core/http';
import { expressGateway } from '@model-gateway/express';

// The conformance suite, bound in adapter-suite.test.ts, covers what every adapter must do.
describe('expressGateway', () => {
  it('refuses a gateway in place of its handle', () => {
    // From plain JavaScript.
    const gateway = { handle: async () => undefined } as unknown as GatewayHandler;
    assert.throws(() => expressGateway(gateway), {
      name: 'TypeError',
      message: 'expected a handler, got a gateway: pass gateway.handle',
    });
  });

  for (const [version, express] of [
    ['4', express4],
    ['5', express5],
  ] as const) {
    it(`hands on the request with what earlier middleware left there: Express ${version}`, async (t) => {
      const app = express();
      app.use((req, _res, next) => {
        Object.assign(req, { user: 'ada' });
        next();
      });
      // Below a mount, whose request is another object in the gateway's eyes.
      const whose: GatewayHandler = async ({ hostRequest }) =>
        // The request that the middleware above has.
        jsonResponse((hostRequest as { user?: string }).user);
      app.use('/api', expressGateway(mountAt('/v1', whose)));
      const server = app.listen(0, '127.0.0.1');
      t.after(() => server.close());
      await once(server, 'listening');
      // A server that listens on TCP has an address of this form.
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/models`);
      assert.equal(await response.json(), 'ada');
    });
  }
});
