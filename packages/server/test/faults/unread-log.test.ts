// System: starts a server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDeployment } from '../support/deployment.ts';

/** Some 300 bytes of log each: far more than a pipe holds. */
const REQUESTS = 1500;

describe('a log that nothing reads', () => {
  it('holds up neither requests nor the shutdown', { timeout: 120_000 }, async () => {
    await using deployment = await createDeployment();
    const server = await deployment.start();
    server.stopReading();
    for (let sent = 0; sent < REQUESTS; sent += 50) {
      const burst = Array.from({ length: 50 }, () => fetch(`${server.url}/models?limit=1`));
      for (const response of await Promise.all(burst)) {
        assert.equal(response.status, 401);
        await response.body?.cancel();
      }
    }
    server.signal('SIGTERM');
    assert.equal(await server.ended, 0);
  });
});
