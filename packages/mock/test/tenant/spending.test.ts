import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashKey } from '@model-gateway/core';
import { createMockGateway, model, type MockTenant } from '@model-gateway/mock';
import { ask } from '../ask.ts';

const PAINT = model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.25 } });

const NOON = { now: '2026-01-10T12:00:00Z', mode: 'frozen' } as const;

const draw = (tenant: MockTenant) =>
  ask(tenant, 'POST /v1/images', {
    body: { model: 'acme/paint-1', prompt: 'red panda', resolution: '512' },
  }).then(({ status }) => status);

async function limit(tenant: MockTenant): Promise<void> {
  const { status } = await ask(tenant, `PATCH /v1/keys/${hashKey(tenant.apiKey)}`, {
    key: tenant.managementKey,
    body: { limit: 0.5, limit_reset: 'daily' },
  });
  assert.equal(status, 200);
}

it('the limit of a key follows the clock of its tenant, and reset takes spending back (contract §2.9)', async () => {
  const mock = createMockGateway({ models: [PAINT], clock: NOON });
  await limit(mock);
  assert.deepEqual([await draw(mock), await draw(mock), await draw(mock)], [200, 200, 402]);
  const spent = await mock.snapshot();
  await mock.clock.advance('12h');
  assert.equal(await draw(mock), 200);
  await mock.restore(spent);
  assert.equal(await draw(mock), 402);
  await mock.reset();
  await limit(mock);
  assert.equal(await draw(mock), 200);
});
