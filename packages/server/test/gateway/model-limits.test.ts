import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { ConfigError, openGateway } from '@model-gateway/server';
import { startLoopback } from '../../../egress/test/loopback-server.ts';
import { configBefore, converse, readyWithKey } from '../support/ask-gateway.ts';

/* `limits` of a model of the configuration. Source: contract §12.9. */

const QUILL = { context: 8192, pricing: { prompt: '0', completion: '0' } };

/** A gateway before an upstream that never answers. */
async function gatewayBefore(t: TestContext, models: object, inference: object) {
  const clock = createManualClock(0);
  let missing = Object.keys(models).length;
  let allAsked = () => {};
  const asked = new Promise<void>((resolve) => (allAsked = resolve));
  const upstream = await startLoopback(() => {
    if (--missing === 0) allAsked();
  });
  t.after(() => upstream[Symbol.asyncDispose]());
  const gateway = await openGateway(
    { ...configBefore(upstream.url, models), inference },
    { clock },
  );
  t.after(() => gateway.close());
  const key = await readyWithKey(gateway);
  /** Returns the status of a conversation with a model. */
  const ask = async (model: string) => (await converse(gateway, key, { model }))?.status;
  return { ask, clock, asked };
}

describe('limits of a model of the configuration', () => {
  it('hold for it before those of the gateway, which the others keep', async (t) => {
    const models = {
      'acme/quick': QUILL,
      'acme/patient': { ...QUILL, limits: { firstOutputMs: 3000 } },
    };
    const { ask, clock, asked } = await gatewayBefore(t, models, { firstOutputMs: 1000 });
    const since = clock.now();
    const took = async (model: string) => [await ask(model), clock.now() - since];
    const quick = took('acme/quick');
    const patient = took('acme/patient');
    await asked;
    clock.advance(1000);
    assert.deepEqual(await quick, [524, 1000]);
    clock.advance(2000);
    assert.deepEqual(await patient, [524, 3000]);
  });

  for (const [models, message] of [
    [
      { 'acme/quill': { ...QUILL, limits: { wholeMs: 0 } } },
      'limits.wholeMs must be a number of at least 1',
    ],
    [
      { 'acme/quill': { ...QUILL, limits: { firstByte: 1000 } } },
      'limits.firstByte is unknown; did you mean "firstByteMs"?',
    ],
    [
      { 'acme/quill': { ...QUILL, limits: { budgetMs: 1000 } } },
      'limits.budgetMs is unknown: expected connectMs, firstByteMs, firstOutputMs, betweenOutputsMs, wholeMs',
    ],
    [
      { 'acme/painter': { endpoint: {}, limits: { wholeMs: 1000 } } },
      'limits is for language models',
    ],
  ] as const) {
    it(`are refused: ${JSON.stringify(models)}`, async (t) => {
      await assert.rejects(gatewayBefore(t, models, {}), (error) => {
        assert.ok(error instanceof ConfigError);
        assert.ok(error.message.includes(message), error.message);
        return true;
      });
    });
  }
});
