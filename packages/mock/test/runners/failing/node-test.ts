import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gatewayFixtures } from '@model-gateway/mock/node-test';
import { ask } from './ask.ts';

const withGateway = gatewayFixtures({ publicCatalog: true });

it(
  'passes',
  withGateway(async ({ gateway, tenant }, context) => {
    assert.equal(await ask(tenant, '/models?limit=1'), 200);
    gateway.requests().expectNone();
    assert.equal(context.name, 'passes');
  }),
);

it(
  'fails',
  withGateway(async ({ tenant }) => {
    assert.equal(await ask(tenant, '/models?limit=2'), 404);
  }),
);

it(
  'swallows an error',
  withGateway(async ({ tenant }) => {
    await ask(tenant, '/model');
  }),
);
