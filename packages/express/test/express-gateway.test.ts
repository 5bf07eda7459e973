import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GatewayHandler } from '@model-gateway/core/http';
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
});
