import { mountAt, type GatewayHandler, type GatewayRequest } from '@model-gateway/core';
import { hostErrorResponse, mountedUrl, NodeRequest, sendResponse } from '@model-gateway/node';
import type { KoaContext, KoaMiddleware } from './koa-context.ts';
import { setResponse } from './set-response.ts';

/**
 * Mounts a gateway in a Koa server: `app.use(mount('/v1', koaGateway(gateway.handle)))` with
 * koa-mount, or without it `app.use(koaGateway(mountAt('/v1', gateway.handle)))`. What is not the
 * gateway's goes on to the next middleware; what is thrown is thrown.
 */
export function koaGateway(handler: GatewayHandler): KoaMiddleware {
  const middleware: KoaMiddleware = async (ctx, next) => {
    const response = await handler(toRequest(ctx));
    if (response === undefined) return next();
    // No other middleware is around us, so nobody can want to see it, or change it, before it goes.
    if (ctx.app?.middleware?.[0] === middleware) {
      ctx.respond = false;
      return sendResponse(ctx.res, response);
    }
    return setResponse(ctx, response);
  };
  return middleware;
}

export interface GatewayErrorHandlerOptions {
  /** The path under which the gateway is reached, where koa-mount does not say; by default `''`. */
  readonly mount?: string | undefined;
}

/**
 * Answers in the gateway's envelope what a body parser in front of the gateway refused, and other
 * errors with a 4xx status: `app.use(mount('/v1', gatewayErrorHandler()))`, before the body parser.
 * Every other error is thrown on.
 */
export function gatewayErrorHandler({
  mount = '',
}: GatewayErrorHandlerOptions = {}): KoaMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (ctx.headerSent) throw error;
      const answer = mountAt(mount, (request) => hostErrorResponse(error, request));
      const response = await answer(toRequest(ctx));
      if (response === undefined) throw error;
      await setResponse(ctx, response);
    }
  };
}

function toRequest({ req, res, url, originalUrl, request }: KoaContext): GatewayRequest {
  const body = 'body' in request ? request.body : undefined;
  return new NodeRequest(req, res, { ...mountedUrl(url, originalUrl), body });
}
