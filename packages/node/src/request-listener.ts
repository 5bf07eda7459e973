import type { IncomingMessage, ServerResponse } from 'node:http';
import { standalone, type GatewayHandler, type GatewayRequest } from '@model-gateway/core';
import { NodeRequest } from './node-request.ts';
import { sendResponse, type Send } from './send-response.ts';

export type RequestListener = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * A listener for `http.createServer`. What the handler does not answer is a 404 envelope; mount it
 * under a prefix with `mountAt('/v1', gateway.handle)`.
 */
export function toRequestListener(handler: GatewayHandler, send?: Send): RequestListener {
  const answer = answerer(handler, send);
  return (req, res) => void answer(req, res);
}

/** The same as a function whose promise never rejects, and resolves when all is handed over. */
export function answerer(
  handler: GatewayHandler,
  send: Send = sendResponse,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const answer = standalone(handler);
  return (req, res) => {
    const request = new NodeRequest(req, res, { mount: '', url: req.url ?? '/' });
    return answer(request)
      .then((response) => send(res, response))
      .catch((error: unknown) => sendFailure(res, request, error))
      .catch(() => void res.destroy());
  };
}

/** An event source broke, whose status line is out already, or a header cannot be written. */
async function sendFailure(res: ServerResponse, request: GatewayRequest, error: unknown) {
  if (res.headersSent) return;
  const answer = standalone(() => Promise.reject(error));
  await sendResponse(res, await answer(request));
}
