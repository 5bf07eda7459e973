import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, model, type MockTenant } from '@model-gateway/mock';
import { ask } from '../ask.ts';

const PAINT = model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.25 } });
const LIMIT = { limit: 1, windowSeconds: 60 };

const draw = (tenant: MockTenant) =>
  ask(tenant, 'POST /v1/images', {
    body: { model: 'acme/paint-1', prompt: 'red panda', resolution: '512' },
  });

describe('the limits of a tenant', () => {
  it('change its credits beside what requests have reserved', async () => {
    const tenant = createMockGateway({ models: [PAINT], credits: 1, clock: 'frozen' });
    const stream = tenant.on('createImage').stream();
    const drawing = ask(tenant, 'POST /v1/images', {
      body: { model: 'acme/paint-1', prompt: 'red panda', resolution: '512', stream: true },
    });
    await stream.partial(0);
    await tenant.setLimits({ credits: 5 });
    assert.equal(tenant.credits(), '5');
    await stream.complete();
    const { body } = await drawing;
    assert.ok(body.kind === 'events');
    for await (const _event of body.events);
    assert.equal(tenant.credits(), '5');
  });

  it('let the windows of a rate limit begin anew', async () => {
    const tenant = createMockGateway({ models: [PAINT], rateLimit: LIMIT });
    await draw(tenant);
    assert.equal((await draw(tenant)).status, 429);
    await tenant.setLimits({ rateLimit: { limit: 2, windowSeconds: 60 } });
    assert.equal((await draw(tenant)).headers['ratelimit-remaining'], '1');
  });

  it('stay as they are where nothing else is given', async () => {
    const tenant = createMockGateway({ models: [PAINT], rateLimit: LIMIT, credits: 3 });
    await draw(tenant);
    await tenant.setLimits({});
    assert.deepEqual([tenant.credits(), tenant.rateLimit()], ['2.75', LIMIT]);
    assert.equal((await draw(tenant)).status, 429);
  });

  it('are part of a snapshot and of a fork, and undone by a reset', async () => {
    const tenant = createMockGateway({ models: [PAINT] });
    await tenant.setLimits({ rateLimit: LIMIT });
    const snapshot = await tenant.snapshot();
    await tenant.setLimits({ rateLimit: null });
    assert.equal(tenant.rateLimit(), undefined);
    await tenant.restore(snapshot);
    assert.deepEqual(tenant.rateLimit(), LIMIT);
    const fork = await tenant.fork();
    assert.deepEqual(fork.rateLimit(), LIMIT);
    const other = await tenant.fork({ rateLimit: { limit: 7, windowSeconds: 5 } });
    assert.equal(other.rateLimit()?.limit, 7);
    await tenant.reset();
    assert.equal(tenant.rateLimit(), undefined);
  });

  it('are what an injected 429 names', async () => {
    const tenant = createMockGateway({ models: [PAINT] });
    await tenant.setLimits({ rateLimit: { limit: 7, windowSeconds: 5 } });
    tenant.on('createImage').fail(429);
    assert.equal((await draw(tenant)).headers['ratelimit-limit'], '7');
  });

  it('are refused out of range, and then nothing changes', async () => {
    const tenant = createMockGateway({ credits: 1 });
    const wrong = { credits: 3, rateLimit: { limit: -1, windowSeconds: 60 } };
    await assert.rejects(tenant.setLimits(wrong), /GW1105/);
    // @ts-expect-error: plain JavaScript may misspell one.
    await assert.rejects(tenant.setLimits({ credit: 3 }), /did you mean "credits"/);
    assert.equal(tenant.credits(), '1');
  });
});
