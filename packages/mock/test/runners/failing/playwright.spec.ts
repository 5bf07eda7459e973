import { gatewayTest } from '@model-gateway/mock/playwright';
import { expect } from '@playwright/test';
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

test.describe('with a tenant of its own', () => {
  test.use({ tenantOptions: { credits: 3 } });

  test('has what it asks for', async ({ tenant }) => {
    expect(tenant.credits()).toBe('3');
  });
});
