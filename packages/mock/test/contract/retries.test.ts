import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { startMockGateway, type RunningMockGateway } from '@model-gateway/mock';
import { DRAW, type Client } from './clients.ts';
import { requestedWaits } from './requested-waits.ts';

const SDKS = ['@openrouter/sdk', 'AI SDK', 'openai'] as const;

describe('two 529s and then a success', () => {
  let gateway: RunningMockGateway;
  before(async () => {
    gateway = await startMockGateway({ dialect: 'openrouter' });
  });
  after(() => gateway.close());

  for (const sdk of SDKS) {
    it(`cost ${sdk} under 50 ms of waiting`, async (context) => {
      const { waits, took } = await drawAgainst(context, sdk);
      const waited = sum(waits);
      context.diagnostic(`waited for ${waited} ms, took ${took.toFixed(0)} ms altogether`);
      assert.equal(waits.length, 2, 'one wait before each retry');
      assert.ok(waited < 50, `it asked to wait for ${waits.join(' and ')} ms`);
    });

    it(`cost ${sdk} as much as in production when the test asks for realistic waits`, async (context) => {
      const { waits } = await drawAgainst(context, sdk, 'realistic');
      assert.ok(sum(waits) >= 500, `it asked to wait for ${waits.join(' and ')} ms`);
    });
  }

  async function drawAgainst(context: TestContext, sdk: Client, retryAfter?: 'realistic') {
    await using t = gateway.tenant();
    // Loading on first use does not count towards the cost of retries.
    await DRAW[sdk](t, { retries: true });
    t.on('createImage').fail(529, { times: 2, retryAfter });
    const waits = requestedWaits(context, { skip: retryAfter === 'realistic' });
    const start = performance.now();
    await DRAW[sdk](t, { retries: true });
    const took = performance.now() - start;
    t.requests('createImage').expectCount(4);
    return { waits, took };
  }
});

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
