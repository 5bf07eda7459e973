import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  hashKey,
} from '@model-gateway/core';
import { fetchGateway } from '@model-gateway/fetch';
import { Hono } from 'hono';
import { CATALOG } from './catalog.ts';

/** The app that was there before, with a gateway mounted beside its own routes. */
export function createApp(apiKey: string): Hono {
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore(CATALOG),
      keys: createMemoryKeyStore([
        {
          hash: hashKey(apiKey),
          label: 'the example’s only key',
          kind: 'inference',
          userId: 'user_example',
          organizationId: null,
          workspaceId: '6f1c2f5e-6a52-4a0e-9d5f-5b8a4f1f7a01',
          allowedModels: null,
          creditAccountId: null,
          state: 'active',
          expiresAt: null,
        },
      ]),
    },
    onError: (error) => console.error(error),
  });
  const answer = fetchGateway(gateway.handle, { mount: '/v1' });

  const app = new Hono();
  app.get('/health', (c) => c.text('ok'));
  app.use('/v1/*', async (c, next) => (await answer(c.req.raw)) ?? next());
  app.get('/v1/about', (c) => c.text('not the gateway’s, so the host goes on'));
  return app;
}
