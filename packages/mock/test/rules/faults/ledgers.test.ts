import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway } from '@model-gateway/mock';
import { clientOf, PANDA } from '../client.ts';

describe('the rate limit of a tenant', () => {
  it('answers 429 to the request past it, and no longer after the window', async () => {
    const rateLimit = { limit: 2, windowSeconds: 60 };
    const t = createMockGateway({ clock: 'frozen' }).tenant({ rateLimit, clock: 'frozen' });
    const draw = () => clientOf(t)('POST', '/images', { body: PANDA });

    const remaining: (string | null)[] = [];
    for (let i = 0; i < 2; i++) {
      const { status, headers } = await draw();
      assert.equal(status, 200);
      assert.equal(headers.get('ratelimit-limit'), '2');
      remaining.push(headers.get('ratelimit-remaining'));
    }
    assert.deepEqual(remaining, ['1', '0']);

    await t.clock.advance('20s');
    const refused = await draw();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('ratelimit-remaining'), '0');
    assert.equal(refused.headers.get('ratelimit-reset'), '40');
    assert.equal(refused.headers.get('retry-after'), '40');
    assert.equal(refused.headers.get('x-mock-rule'), null);
    assert.deepEqual((await refused.json()).error, {
      code: 429,
      message: 'Rate limit exceeded',
      metadata: { limit: 2, reset_seconds: 40, limit_of: 'gateway', limit_unit: 'requests' },
    });

    await t.clock.advance('40s');
    assert.equal((await draw()).status, 200);
  });

  it('is counted separately for each tenant', async () => {
    const gateway = createMockGateway({ rateLimit: { limit: 1, windowSeconds: 60 } });
    const statuses: number[] = [];
    for (const t of [gateway.tenant(), gateway.tenant()]) {
      for (let i = 0; i < 2; i++) {
        statuses.push((await clientOf(t)('POST', '/images', { body: PANDA })).status);
      }
    }
    assert.deepEqual(statuses, [200, 429, 200, 429]);
  });

  it('does not count what a rule answered', async () => {
    const t = createMockGateway({ rateLimit: { limit: 1, windowSeconds: 60 } });
    const draw = async () => (await clientOf(t)('POST', '/images', { body: PANDA })).status;
    t.on('createImage').fail(529);
    assert.deepEqual([await draw(), await draw(), await draw()], [529, 200, 429]);
  });
});

describe('the credits of a tenant', () => {
  it('answer 402 to a request that they do not cover', async () => {
    const t = createMockGateway().tenant({ credits: 0.1 });
    const draw = () => clientOf(t)('POST', '/images', { body: PANDA });
    const costs: number[] = [];
    for (let i = 0; i < 2; i++) costs.push((await (await draw()).json()).usage.cost);
    assert.deepEqual(costs, [0.04, 0.04]);
    assert.equal(t.credits(), '0.02');

    const refused = await draw();
    assert.equal(refused.status, 402);
    assert.deepEqual((await refused.json()).error, {
      code: 402,
      message: 'Insufficient credits',
      metadata: { required_usd: '0.04', limit_of: 'account' },
    });
    assert.equal(refused.headers.get('retry-after'), null);
    assert.equal(t.credits(), '0.02');
  });

  it('are counted separately for each tenant', async () => {
    const gateway = createMockGateway({ credits: 0.04 });
    const [one, two] = [gateway.tenant(), gateway.tenant()];
    const status = async (t: typeof one) =>
      (await clientOf(t)('POST', '/images', { body: PANDA })).status;
    assert.deepEqual([await status(one), await status(one), await status(two)], [200, 402, 200]);
  });

  it('are not charged for answers of rules', async () => {
    const t = createMockGateway({ credits: 1 });
    t.on('createImage').fail(502);
    await clientOf(t)('POST', '/images', { body: PANDA });
    t.on('createImage').fault('empty-200');
    await clientOf(t)('POST', '/images', { body: PANDA });
    assert.equal(t.credits(), '1');
  });
});
