import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';
import { fetchGateway } from '@model-gateway/fetch';
import { Hono } from 'hono';
import { MODELS } from './models.ts';

/** The app that was there before, with a gateway mounted beside its own routes. */
export function createApp(apiKey: string): Hono {
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore(MODELS),
      keys: createMemoryKeyStore([createApiKey(apiKey)]),
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
