import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayHandler } from '@model-gateway/core';
import { hostErrorResponse } from './host-error-response.ts';
import type { MountedUrl } from './mounted-url.ts';
import { NodeRequest } from './node-request.ts';
import { sendResponse } from './send-response.ts';

export type Next = (error?: unknown) => void;

/** What `use` of Connect and its relatives takes. */
export type Middleware<Req> = (req: Req, res: ServerResponse, next: Next) => void;

/** The same for errors; hosts tell it by its four parameters. */
export type ErrorMiddleware<Req> = (
  error: unknown,
  req: Req,
  res: ServerResponse,
  next: Next,
) => void;

/**
 * A handler as middleware. What is not the handler's goes on to the next, and so does anything
 * thrown, as an error; `locate` says where the host mounted it.
 */
export function toMiddleware<Req extends IncomingMessage>(
  handler: GatewayHandler,
  locate: (req: Req) => MountedUrl,
): Middleware<Req> {
  const answer = async (req: Req, res: ServerResponse, next: Next): Promise<void> => {
    // Connect and Express 4 do not catch rejections.
    try {
      const response = await handler(new NodeRequest(req, res, locate(req)));
      if (response === undefined) {
        next();
        return;
      }
      await sendResponse(res, response);
    } catch (error) {
      next(toReason(error));
    }
  };
  return (req, res, next) => void answer(req, res, next);
}

/** Answers the errors that `hostErrorResponse` knows and passes on every other one. */
export function toErrorMiddleware<Req extends IncomingMessage>(
  locate: (req: Req) => MountedUrl,
): ErrorMiddleware<Req> {
  return (error, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    hostErrorResponse(error, new NodeRequest(req, res, locate(req)))
      .then((response) => (response === undefined ? next(error) : sendResponse(res, response)))
      .catch((failure: unknown) => next(toReason(failure)));
  };
}

/** To a host `next(undefined)` is no error, and `next('route')` of Express is a command. */
function toReason(thrown: unknown): unknown {
  if (typeof thrown === 'object' && thrown !== null) return thrown;
  return new Error('the handler threw something that is no Error', { cause: thrown });
}
