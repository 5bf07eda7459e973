import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import mount from 'koa-mount';
import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';
import { gatewayErrorHandler, koaGateway } from '@model-gateway/koa';
import { MODELS } from './models.ts';

/** The server that was there before, with a gateway mounted beside its own routes. */
export function createApp(apiKey: string): Koa {
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore(MODELS),
      keys: createMemoryKeyStore([createApiKey(apiKey)]),
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
