import connect from 'connect';
import { connectGateway } from '@model-gateway/connect';
import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';
import { MODELS } from './models.ts';

/** The server that was there before, with a gateway mounted beside its own routes. */
export function createApp(apiKey: string): connect.Server {
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore(MODELS),
      keys: createMemoryKeyStore([createApiKey(apiKey)]),
    },
    onError: (error) => console.error(error),
  });

  const app = connect();
  app.use('/health', (_req, res) => res.end('ok'));
  app.use('/v1', connectGateway(gateway.handle));
  app.use('/v1/about', (_req, res) => res.end('not the gateway’s, so the host goes on'));
  return app;
}
