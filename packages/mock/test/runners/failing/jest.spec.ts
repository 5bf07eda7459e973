import { expect, test } from '@jest/globals';
import { gatewayFixtures } from '@model-gateway/mock/jest';
import { ask } from './ask.ts';

const withGateway = gatewayFixtures({ publicCatalog: true });

test(
  'passes',
  withGateway(async ({ gateway, tenant }) => {
    expect(await ask(tenant, '/models?limit=1')).toBe(200);
    gateway.requests().expectNone();
  }),
);

test(
  'fails',
  withGateway(async ({ tenant }) => {
    expect(await ask(tenant, '/models?limit=2')).toBe(404);
  }),
);

test(
  'fails an expectation on requests',
  withGateway(async ({ tenant }) => {
    await ask(tenant, '/models?limit=3');
    tenant.requests('listModels').last().expectQuery({ limit: 4 });
  }),
);

test(
  'swallows an error',
  withGateway(async ({ tenant }) => {
    await ask(tenant, '/model');
  }),
);
