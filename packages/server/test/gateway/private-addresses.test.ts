import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import type { ConfigInput } from '../../src/config/schema.ts';
import { Closers } from '../../src/gateway/closers.ts';
import { openParts } from '../../src/gateway/open-parts.ts';
import { createLogger } from '../../src/log/create-logger.ts';
import { settleConfig } from '../../src/loading/settle-config.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import { allowOrigins } from '../../src/egress-rules.ts';
import { aDestination } from '../../../core/test/admin-builders.ts';
import { SPELLINGS } from '../../../egress/test/spellings.ts';

/* Which part of a gateway may call a private address. Each has its own list. */

/** A server on this machine that counts its connections. */
async function canary(t: TestContext) {
  const seen = { connections: 0 };
  const server = createServer((_, res) => res.end('{}'));
  server.on('connection', () => seen.connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return { seen, port, origin: `http://127.0.0.1:${port}` };
}

async function partsOf(t: TestContext, given: ConfigInput) {
  const input = { store: 'sqlite::memory:', log: { level: 'silent' }, ...given } as const;
  const source = 'the configuration';
  const folder = '.';
  const config = await settleConfig(input, { env: {}, folder }, { source });
  const closers = new Closers();
  t.after(() => closers.closeAll());
  const clock = createManualClock(0);
  const metrics = createMetrics(() => clock.now());
  const logger = createLogger(config.log);
  const parts = await openParts(config, { folder, source, logger, metrics }, closers);
  const destinations = parts.telemetry ?? assert.fail('telemetry is on');
  return {
    /** Sends a test request to a webhook; returns what is wrong, if anything. */
    async sendTelemetry(url: string) {
      const result = await destinations.test(
        aDestination({
          type: 'webhook',
          config: { url, method: 'PUT', headers: { 'x-admin': 'yes' } },
        }),
      );
      return result.ok ? undefined : result.reason;
    },
    async fetchReference(url: string) {
      const { signal } = new AbortController();
      const { status, body } = await parts.references({ url, method: 'GET', signal });
      await body[Symbol.asyncIterator]().return?.();
      return status;
    },
  };
}

describe('an origin that is allowed for providers', () => {
  it(`is not called by telemetry, in ${SPELLINGS.length} spellings`, async (t) => {
    const { seen, port, origin } = await canary(t);
    const { sendTelemetry } = await partsOf(t, { egress: { allowOrigins: [origin] } });
    assert.ok(SPELLINGS.length >= 300);
    for (const host of ['127.0.0.1', ...SPELLINGS]) {
      const url = `http://${host}:${port}/admin/wipe?all=1`;
      assert.notEqual(await sendTelemetry(url), undefined, url);
    }
    assert.equal(seen.connections, 0);
  });

  it('is not called for a reference URL, unless egress.references says so', async (t) => {
    const { seen, origin } = await canary(t);
    const closed = await partsOf(t, { egress: { allowOrigins: [origin] } });
    await assert.rejects(closed.fetchReference(origin), { reason: 'refused' });
    assert.equal(seen.connections, 0);
    const open = await partsOf(t, { egress: { allowOrigins: [origin], references: true } });
    assert.equal(await open.fetchReference(origin), 200);
  });
});

describe('an origin that is allowed for telemetry', () => {
  it('is called by telemetry alone', async (t) => {
    const { seen, origin } = await canary(t);
    const parts = await partsOf(t, {
      egress: { references: true },
      telemetry: { allowOrigins: [origin] },
    });
    await assert.rejects(parts.fetchReference(origin), { reason: 'refused' });
    assert.equal(seen.connections, 0);
    assert.equal(await parts.sendTelemetry(origin), undefined);
    assert.equal(seen.connections, 1);
  });
});

describe('allowOrigins', () => {
  const allow = allowOrigins(['http://10.0.0.7:8080', 'https://inner.example', 'http://[fd00::7]']);
  const table: readonly (readonly [string, string, number, boolean])[] = [
    ['http:', '10.0.0.7', 8080, true],
    ['http:', '10.0.0.7', 22, false],
    ['http:', '10.0.0.7', 80, false],
    ['https:', '10.0.0.7', 8080, false],
    ['http:', '10.0.0.8', 8080, false],
    ['https:', 'inner.example', 443, true],
    ['https:', 'inner.example', 8443, false],
    ['http:', 'inner.example', 443, false],
    ['http:', 'inner.example', 80, false],
    ['https:', 'a.inner.example', 443, false],
    ['http:', 'fd00::7', 80, true],
    ['http:', 'fd00::7', 81, false],
  ];
  for (const [protocol, hostname, port, isAllowed] of table) {
    it(`${isAllowed ? 'opens' : 'does not open'} ${protocol}//${hostname}:${port}`, () => {
      assert.equal(allow({ protocol, hostname, port }), isAllowed);
    });
  }
});
