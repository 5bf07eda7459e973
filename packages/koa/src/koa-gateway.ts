import {
  checkHandler,
  mountAt,
  type GatewayHandler,
  type GatewayRequest,
} from '@model-gateway/core/http';
import { hostErrorResponse, mountedUrl, NodeRequest, sendResponse } from '@model-gateway/node';
import { ANY_TEXT, ANYTHING, checkOptions, type OptionTable } from '@model-gateway/core/kit';
import type { KoaContext, KoaMiddleware } from './koa-context.ts';
import { setResponse } from './set-response.ts';

/**
 * Mounts a gateway in a Koa server. Requests that it does not answer go to the next middleware;
 * errors are thrown.
 *
 * @example
 * app.use(mount('/v1', koaGateway(gateway.handle))); // with koa-mount
 * app.use(koaGateway(mountAt('/v1', gateway.handle))); // without it
 */
export function koaGateway(handler: GatewayHandler): KoaMiddleware {
  checkHandler(handler);
  const middleware: KoaMiddleware = async (ctx, next) => {
    const response = await handler(toRequest(ctx));
    if (response === undefined) return next();
    // This is the outermost middleware, so no other can see or change the response before it is
    // sent.
    if (ctx.app?.middleware?.[0] === middleware) {
      ctx.respond = false;
      return sendResponse(ctx.res, response);
    }
    return setResponse(ctx, response);
  };
  return middleware;
}

/** Options of `gatewayErrorHandler`. */
export interface GatewayErrorHandlerOptions {
  /** The path of the gateway, if koa-mount does not provide it; `''` by default. */
  readonly mount?: string | undefined;
  /** The gateway's `handle`: it authenticates, counts and records requests whose body was refused. */
  readonly handler?: GatewayHandler | undefined;
}

/**
 * Answers errors of body parsers, and other errors with a 4xx status, in the gateway's envelope:
 * `app.use(mount('/v1', gatewayErrorHandler()))`, before the body parser. Every other error is
 * rethrown.
 */
export function gatewayErrorHandler(options: GatewayErrorHandlerOptions = {}): KoaMiddleware {
  checkOptions('gatewayErrorHandler', options, OPTIONS);
  const { mount = '', handler } = options;
  if (handler !== undefined) checkHandler(handler);
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (ctx.headerSent) throw error;
      const answer = mountAt(mount, (request) => hostErrorResponse(error, request, handler));
      const response = await answer(toRequest(ctx));
      if (response === undefined) throw error;
      await setResponse(ctx, response);
    }
  };
}

function toRequest(context: KoaContext): GatewayRequest {
  const { req, res, url, originalUrl, request } = context;
  const body = 'body' in request ? request.body : undefined;
  return new NodeRequest(req, res, {
    ...mountedUrl(url, originalUrl),
    body,
    hostRequest: context,
  });
}

const OPTIONS: OptionTable<GatewayErrorHandlerOptions> = {
  mount: ANY_TEXT,
  handler: ANYTHING,
};
