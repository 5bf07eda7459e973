import connect from 'connect';
import { connectGateway } from '@model-gateway/connect';
import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  hashKey,
} from '@model-gateway/core';
import { CATALOG } from './catalog.ts';

/** The server that was there before, with a gateway mounted beside its own routes. */
export function createApp(apiKey: string): connect.Server {
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

  const app = connect();
  app.use('/health', (_req, res) => res.end('ok'));
  app.use('/v1', connectGateway(gateway.handle));
  app.use('/v1/about', (_req, res) => res.end('not the gateway’s, so the host goes on'));
  return app;
}
