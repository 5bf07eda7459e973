import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import mount from 'koa-mount';
import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  hashKey,
} from '@model-gateway/core';
import { gatewayErrorHandler, koaGateway } from '@model-gateway/koa';
import { CATALOG } from './catalog.ts';

/** The server that was there before, with a gateway mounted beside its own routes. */
export function createApp(apiKey: string): Koa {
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

  const app = new Koa();
  app.use(mount('/v1', gatewayErrorHandler()));
  app.use(bodyParser({ jsonLimit: '32mb' }));
  app.use(mount('/v1', koaGateway(gateway.handle)));
  app.use(
    mount('/health', (ctx) => {
      ctx.body = 'ok';
    }),
  );
  app.use(
    mount('/v1/about', (ctx) => {
      ctx.body = 'not the gateway’s, so the host goes on';
    }),
  );
  return app;
}
