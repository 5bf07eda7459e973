import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkHandler, type GatewayHandler } from '@model-gateway/core/http';
import { hostErrorResponse } from './host-error-response.ts';
import type { MountedUrl } from './mounted-url.ts';
import { NodeRequest } from './node-request.ts';
import { sendAndFree, sendResponse, type Send } from './send-response.ts';

/** Passes a request, or with an argument an error, to the next middleware. */
export type Next = (error?: unknown) => void;

/** Middleware as `use` of Connect, Express and similar frameworks takes it. */
export type Middleware<Req> = (req: Req, res: ServerResponse, next: Next) => void;

/** Error middleware, which hosts recognize by its four parameters. */
export type ErrorMiddleware<Req> = (
  error: unknown,
  req: Req,
  res: ServerResponse,
  next: Next,
) => void;

/**
 * Turns a handler into middleware. Requests that the handler does not answer go to `next()`, and
 * errors to `next(error)`; `locate` returns where the host mounted the handler, and `send` writes each
 * response in place of `sendResponse`.
 */
export function toMiddleware<Req extends IncomingMessage>(
  handler: GatewayHandler,
  locate: (req: Req) => MountedUrl,
  send: Send = sendResponse,
): Middleware<Req> {
  checkHandler(handler);
  const mayFree = send === sendAndFree;
  const answer = async (req: Req, res: ServerResponse, next: Next): Promise<void> => {
    // Connect and Express 4 do not catch rejections.
    try {
      const { mount, url } = locate(req);
      const response = await handler(new NodeRequest(req, res, { mount, url, mayFree }));
      if (response === undefined) {
        next();
        return;
      }
      await send(res, response);
    } catch (error) {
      next(toReason(error));
    }
  };
  return (req, res, next) => void answer(req, res, next);
}

/**
 * Returns error middleware that answers the errors `hostErrorResponse` knows and passes on the
 * rest.
 */
export function toErrorMiddleware<Req extends IncomingMessage>(
  locate: (req: Req) => MountedUrl,
  handler?: GatewayHandler,
): ErrorMiddleware<Req> {
  if (handler !== undefined) checkHandler(handler);
  return (error, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    hostErrorResponse(error, new NodeRequest(req, res, locate(req)), handler)
      .then((response) => (response === undefined ? next(error) : sendResponse(res, response)))
      .catch((failure: unknown) => next(toReason(failure)));
  };
}

/**
 * Wraps what is not an object: `next(undefined)` reports no error, and Express has `next('route')`.
 */
function toReason(thrown: unknown): unknown {
  if (typeof thrown === 'object' && thrown !== null) return thrown;
  return new Error('the handler threw a value that is not an Error', { cause: thrown });
}
