import express, { type Express } from 'express';
import { createGateway } from '@model-gateway/core';
import { expressGateway, gatewayErrorHandler } from '@model-gateway/express';
import type { Stores } from '@model-gateway/sql';

/** A server with a gateway over stores that outlive it. */
export function createApp({ stores, ledger, limiter }: Stores): Express {
  const gateway = createGateway({
    stores,
    inference: { ledger, limiter },
    onError: (error) => console.error(error),
  });
  const app = express();
  app.use('/v1', expressGateway(gateway.handle));
  app.use('/v1', gatewayErrorHandler());
  return app;
}
