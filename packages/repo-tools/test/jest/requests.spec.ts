import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import express from 'express';
import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';
import { expressGateway } from '@model-gateway/express';
import { gatewayFixtures } from '@model-gateway/mock/jest';
import { model } from '@model-gateway/worlds';

test('an Express app lists the models of its gateway', async () => {
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore([model({ id: 'acme/quill-1' })]),
      keys: createMemoryKeyStore([createApiKey('my-key')]),
    },
  });
  const app = express().use('/v1', expressGateway(gateway.handle));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const headers = { authorization: 'Bearer my-key', connection: 'close' };
  const response = await fetch(`http://127.0.0.1:${port}/v1/models`, { headers });
  expect(await response.text()).toContain('"id":"acme/quill-1"');
  server.close();
});

const withGateway = gatewayFixtures({ seed: 7, images: 'small' });

test(
  'a tenant of the mock draws, fails as told, and knows its requests',
  withGateway(async ({ tenant }) => {
    tenant.on('createImage').fail(529);
    const draw = () =>
      fetch(`${tenant.baseURL}/images`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'acme/paint-1', prompt: 'a lighthouse' }),
      });
    expect([(await draw()).status, (await draw()).status]).toEqual([529, 200]);
    tenant.requests('createImage').expectCount(2).last().expectBody({ prompt: 'a lighthouse' });
  }),
);
