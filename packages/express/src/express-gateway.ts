import type { IncomingMessage } from 'node:http';
import type { GatewayHandler } from '@model-gateway/core';
import {
  toErrorMiddleware,
  toMiddleware,
  type ErrorMiddleware,
  type Middleware,
} from '@model-gateway/node';

/** A request as Express hands it on; written out so that users need no types of ours. */
export type ExpressRequest = IncomingMessage & { baseUrl: string };
export type ExpressMiddleware = Middleware<ExpressRequest>;
export type ExpressErrorMiddleware = ErrorMiddleware<ExpressRequest>;

/**
 * Mounts a gateway in an Express 4 or 5 server: `app.use('/v1', expressGateway(gateway.handle))`.
 * What is not the gateway's goes on to the next middleware, and so does anything thrown, as an
 * error.
 */
export function expressGateway(handler: GatewayHandler): ExpressMiddleware {
  return toMiddleware(handler, locate);
}

/**
 * Answers in the gateway's envelope what a body parser in front of the gateway refused, and other
 * errors with a 4xx status: `app.use('/v1', gatewayErrorHandler())`, after the gateway and at the
 * same path. Every other error goes on to your error handler.
 */
export function gatewayErrorHandler(): ExpressErrorMiddleware {
  return toErrorMiddleware(locate);
}

/** Express strips the mount from `url` and says what it stripped, all routers together. */
function locate({ baseUrl, url }: ExpressRequest) {
  return { mount: baseUrl, url: url ?? '/' };
}
