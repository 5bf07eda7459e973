import type { IncomingMessage } from 'node:http';
import type { GatewayHandler } from '@model-gateway/core';
import {
  mountedUrl,
  toErrorMiddleware,
  toMiddleware,
  type ErrorMiddleware,
  type Middleware,
} from '@model-gateway/node';

/** A request as Connect hands it on; written out so that users need no types of ours. */
export type ConnectRequest = IncomingMessage & { originalUrl?: string | undefined };
export type ConnectMiddleware = Middleware<ConnectRequest>;
export type ConnectErrorMiddleware = ErrorMiddleware<ConnectRequest>;

/**
 * Mounts a gateway in a Connect server: `app.use('/v1', connectGateway(gateway.handle))`. What is
 * not the gateway's goes on to the next middleware, and so does anything thrown, as an error.
 */
export function connectGateway(handler: GatewayHandler): ConnectMiddleware {
  return toMiddleware(handler, locate);
}

/**
 * Answers in the gateway's envelope what a body parser in front of the gateway refused, and other
 * errors with a 4xx status: `app.use('/v1', gatewayErrorHandler())`, after the gateway and at the
 * same path. Every other error goes on to your error handler.
 */
export function gatewayErrorHandler(): ConnectErrorMiddleware {
  return toErrorMiddleware(locate);
}

/** Connect strips the mount from `url` and keeps the whole in `originalUrl`. */
function locate({ url, originalUrl }: ConnectRequest) {
  return mountedUrl(url, originalUrl);
}
