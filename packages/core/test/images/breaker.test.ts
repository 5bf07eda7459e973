import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import { anEndpoint, anImageGateway, aProvider, draw, settled, works } from './image-builders.ts';
import { type Setup, fails, hangsAfterDispatch } from './provider-scripts.ts';

describe('the breaker of an endpoint', () => {
  const failing = async (setup: Setup, times: number) => {
    for (let i = 0; i < times; i++) await draw(setup.gateway);
  };

  it('opens after five failures in a row, and sends retry-after', async () => {
    const provider = aProvider('one', fails('server'));
    const setup = anImageGateway([provider]);
    await failing(setup, 5);
    const response = await draw(setup.gateway);
    assert.equal(response.status, 503);
    assert.equal(response.headers['retry-after'], '15');
    assert.equal(provider.jobs.length, 5);
  });

  it('lets one request probe after 15 s and closes when it succeeds', async () => {
    const broken = fails('server');
    const provider = aProvider('one', [broken, broken, broken, broken, broken, works]);
    const setup = anImageGateway([provider]);
    await failing(setup, 5);
    setup.clock.advance(15_000);
    assert.equal((await draw(setup.gateway)).status, 200);
    assert.equal((await draw(setup.gateway)).status, 200);
  });

  it('opens again when the probe fails', async () => {
    const provider = aProvider('one', fails('server'));
    const setup = anImageGateway([provider]);
    await failing(setup, 5);
    setup.clock.advance(15_000);
    assert.equal((await draw(setup.gateway)).status, 502);
    assert.equal((await draw(setup.gateway)).status, 503);
    assert.equal(provider.jobs.length, 6);
  });

  it('lets only one request probe at a time', async () => {
    const broken = fails('server');
    const provider = aProvider('one', [broken, broken, broken, broken, broken, hangsAfterDispatch]);
    const setup = anImageGateway([provider]);
    await failing(setup, 5);
    setup.clock.advance(15_000);
    const client = new AbortController();
    const probe = draw(setup.gateway, {}, client.signal);
    await settled();
    assert.equal((await draw(setup.gateway)).status, 503);
    client.abort();
    await probe;
    assert.equal(provider.jobs.length, 6);
  });

  it('does not count refusals of requests, and begins anew after a success', async () => {
    const broken = fails('server');
    const provider = aProvider('one', [
      broken,
      broken,
      broken,
      broken,
      works,
      broken,
      broken,
      fails('policy'),
      fails('policy'),
      works,
    ]);
    const setup = anImageGateway([provider]);
    await failing(setup, 9);
    assert.equal((await draw(setup.gateway)).status, 200);
  });

  /** After how many in a row it opens. */
  const counted: Readonly<Record<FailureClass, number>> = {
    parameter: Infinity,
    adapter: Infinity,
    policy: Infinity,
    context: Infinity,
    generation: Infinity,
    'cut-off': 5,
    credential: 1,
    model: 5,
    timeout: 5,
    'too-large': Infinity,
    'rate-limited': Infinity,
    server: 5,
    malformed: 5,
    overloaded: 5,
  };
  for (const [failure, count] of Object.entries(counted)) {
    it(`opens after ${count} times ${failure}`, async () => {
      // The keys of `counted` are failure classes.
      const provider = aProvider('one', fails(failure as FailureClass));
      const setup = anImageGateway([provider]);
      await failing(setup, 6);
      // A model that made something unusable is asked once more.
      const tries = failure === 'generation' ? 2 : 1;
      assert.equal(provider.jobs.length, tries * Math.min(count, 6));
    });
  }

  it('ranks failing endpoints behind healthy ones that cost more', async () => {
    const cheap = aProvider('cheap', fails('server'), anEndpoint({ pricing: [] }));
    const setup = anImageGateway([cheap, aProvider('expensive')]);
    await failing(setup, 6);
    assert.equal(cheap.jobs.length, 5);
  });
});
