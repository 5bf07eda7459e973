import type { IncomingMessage } from 'node:http';
import type { GatewayHandler } from '@model-gateway/core/http';
import {
  toErrorMiddleware,
  toMiddleware,
  type ErrorMiddleware,
  type Middleware,
  type Send,
} from '@model-gateway/node';

/** A request as Express passes it on; declared here so that users need no types of Express. */
export type ExpressRequest = IncomingMessage & { baseUrl: string };
/** Middleware for `app.use` of Express. */
export type ExpressMiddleware = Middleware<ExpressRequest>;
/** Error middleware for `app.use` of Express. */
export type ExpressErrorMiddleware = ErrorMiddleware<ExpressRequest>;

/**
 * Mounts a gateway in an Express 4 or 5 server. Requests that it does not answer go to the next
 * middleware, and errors to the next error handler. `send` writes each response in place of
 * `sendResponse` of @model-gateway/node.
 *
 * @example
 * app.use('/v1', expressGateway(gateway.handle));
 */
export function expressGateway(handler: GatewayHandler, send?: Send): ExpressMiddleware {
  return toMiddleware(handler, locate, send);
}

/**
 * Answers errors of body parsers in front of the gateway, and other errors with a 4xx status, in
 * the gateway's envelope: `app.use('/v1', gatewayErrorHandler())`, after the gateway and at the
 * same path. Every other error goes to your error handler. With the gateway's `handle` as `handler`
 * it also authenticates, counts and records requests whose body a parser refused.
 */
export function gatewayErrorHandler(handler?: GatewayHandler): ExpressErrorMiddleware {
  return toErrorMiddleware(locate, handler);
}

/** Express strips the mount from `url`; `baseUrl` is what all routers together stripped. */
function locate({ baseUrl, url }: ExpressRequest) {
  return { mount: baseUrl, url: url ?? '/' };
}
