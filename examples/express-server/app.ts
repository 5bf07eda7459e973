import express, { type Express } from 'express';
import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';
import { expressGateway, gatewayErrorHandler } from '@model-gateway/express';
import { MODELS } from './models.ts';

/** The server that was there before, with a gateway mounted beside its own routes. */
export function createApp(apiKey: string): Express {
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore(MODELS),
      keys: createMemoryKeyStore([createApiKey(apiKey)]),
    },
    onError: (error) => console.error(error),
  });

  const app = express();
  app.use(express.json({ limit: '32mb' }));
  app.get('/health', (_req, res) => {
    res.send('ok');
  });
  app.use('/v1', expressGateway(gateway.handle));
  app.use('/v1', gatewayErrorHandler());
  app.get('/v1/about', (_req, res) => {
    res.send('not the gateway’s, so the host goes on');
  });
  return app;
}
