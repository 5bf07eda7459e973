import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import type { ConfigInput } from '../../src/config/schema.ts';
import { Closers } from '../../src/gateway/closers.ts';
import { gatewayOptions } from '../../src/gateway/gateway-options.ts';
import { openParts } from '../../src/gateway/open-parts.ts';
import { settleConfig } from '../../src/loading/settle-config.ts';
import { createLogger } from '../../src/log/create-logger.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';

/* What `inference` of the configuration becomes. */

async function inferenceOf(t: TestContext, inference: ConfigInput['inference']) {
  const input = { store: 'sqlite::memory:', log: { level: 'silent' }, inference } as const;
  const source = 'the configuration';
  const folder = '.';
  const config = await settleConfig(input, { env: {}, folder }, { source });
  const closers = new Closers();
  t.after(() => closers.closeAll());
  const clock = createManualClock(0);
  const metrics = createMetrics(() => clock.now());
  const logger = createLogger(config.log);
  const parts = await openParts(config, { folder, source, logger, metrics }, closers);
  const options = gatewayOptions(config, parts, { logger, metrics }).inference ?? {};
  return Object.fromEntries(Object.entries(options).filter(([name]) => !PARTS.has(name)));
}

/** What is opened, and not set in the configuration. */
const PARTS: ReadonlySet<string> = new Set([
  'ledger',
  'limiter',
  'meter',
  'http',
  'idempotency',
  'onSpending',
]);

describe('inference of the configuration', () => {
  it('reaches the gateway', async (t) => {
    const given = {
      budgetMs: 60_000,
      maxHeldBytes: 1024,
      breaker: { failures: 2, cooldownMs: 5 },
      connectMs: 1,
      firstByteMs: 2,
      firstOutputMs: 3,
      betweenOutputsMs: 4,
      wholeMs: 5,
      commitAfterMs: 0,
      routing: 'cheapest',
      aliases: { fast: 'acme/quill-1' },
    } as const;
    assert.deepEqual(await inferenceOf(t, given), {
      chargeAccounts: true,
      reserve: 'whole',
      ...given,
    });
  });

  it('leaves times to each operation, and has the defaults of the README', async (t) => {
    assert.deepEqual(await inferenceOf(t, undefined), {
      chargeAccounts: true,
      budgetMs: undefined,
      connectMs: undefined,
      firstByteMs: undefined,
      firstOutputMs: undefined,
      betweenOutputsMs: undefined,
      wholeMs: undefined,
      maxHeldBytes: 67_108_864,
      breaker: { failures: 5, cooldownMs: 15_000 },
      commitAfterMs: 15_000,
      routing: 'weighted',
      reserve: 'whole',
      aliases: {},
    });
  });

  for (const [inference, message] of [
    [{ budgetMs: 0 }, /inference\.budgetMs/],
    [{ maxHeldBytes: -1 }, /inference\.maxHeldBytes/],
    [{ firstOutputMs: 0 }, /inference\.firstOutputMs/],
    [{ commitAfterMs: -1 }, /inference\.commitAfterMs/],
    [{ aliases: { fast: '' } }, /inference\.aliases\.fast/],
    [{ breaker: { failures: 1.5 } }, /inference\.breaker\.failures/],
    [{ breaker: { cooldownMs: -1 } }, /inference\.breaker\.cooldownMs/],
  ] as const) {
    it(`refuses ${JSON.stringify(inference)}`, async (t) => {
      await assert.rejects(inferenceOf(t, inference), message);
    });
  }
});
