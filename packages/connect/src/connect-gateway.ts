import type { IncomingMessage } from 'node:http';
import type { GatewayHandler } from '@model-gateway/core/http';
import {
  mountedUrl,
  toErrorMiddleware,
  toMiddleware,
  type ErrorMiddleware,
  type Middleware,
  type Send,
} from '@model-gateway/node';

/** A request as Connect passes it on; declared here so that users need no types of Connect. */
export type ConnectRequest = IncomingMessage & { originalUrl?: string | undefined };
/** Middleware for `app.use` of Connect. */
export type ConnectMiddleware = Middleware<ConnectRequest>;
/** Error middleware for `app.use` of Connect. */
export type ConnectErrorMiddleware = ErrorMiddleware<ConnectRequest>;

/**
 * Mounts a gateway in a Connect server. Requests that it does not answer go to the next middleware,
 * and errors to the next error handler. `send` writes each response in place of `sendResponse` of
 * @model-gateway/node.
 *
 * @example
 * app.use('/v1', connectGateway(gateway.handle));
 */
export function connectGateway(handler: GatewayHandler, send?: Send): ConnectMiddleware {
  return toMiddleware(handler, locate, send);
}

/**
 * Answers errors of body parsers in front of the gateway, and other errors with a 4xx status, in
 * the gateway's envelope: `app.use('/v1', gatewayErrorHandler())`, after the gateway and at the
 * same path. Every other error goes to your error handler. With the gateway's `handle` as `handler`
 * it also authenticates, counts and records requests whose body a parser refused.
 */
export function gatewayErrorHandler(handler?: GatewayHandler): ConnectErrorMiddleware {
  return toErrorMiddleware(locate, handler);
}

/** Connect strips the mount from `url` and keeps the whole in `originalUrl`. */
function locate({ url, originalUrl }: ConnectRequest) {
  return mountedUrl(url, originalUrl);
}
