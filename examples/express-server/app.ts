import express, { type Express } from 'express';
import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  hashKey,
} from '@model-gateway/core';
import { expressGateway, gatewayErrorHandler } from '@model-gateway/express';
import { CATALOG } from './catalog.ts';

/** The server that was there before, with a gateway mounted beside its own routes. */
export function createApp(apiKey: string): Express {
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
