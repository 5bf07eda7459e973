import { gatewayTest } from '@model-gateway/mock/vitest';
import { expect } from 'vitest';
import { ask } from './ask.ts';

const test = gatewayTest({ publicCatalog: true });

test('passes', async ({ gateway, tenant }) => {
  expect(await ask(tenant, '/models?limit=1')).toBe(200);
  gateway.requests().expectNone();
});

test('fails', async ({ tenant }) => {
  expect(await ask(tenant, '/models?limit=2')).toBe(404);
});

test('swallows an error', async ({ tenant }) => {
  await ask(tenant, '/model');
});

test('fails at first', { retry: 1 }, async ({ task, tenant }) => {
  await ask(tenant, '/models?limit=3');
  expect(task.result?.retryCount).toBe(1);
});
