import type { IncomingMessage, ServerResponse } from 'node:http';
import { standalone, type GatewayHandler, type GatewayRequest } from '@model-gateway/core/http';
import { NodeRequest } from './node-request.ts';
import { sendAndFree, sendResponse, type Send } from './send-response.ts';

/** A listener for the `request` event of a node:http server. */
export type RequestListener = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Returns a listener for `http.createServer`. A request that the handler does not answer gets a 404
 * envelope; mount the gateway under a prefix with `mountAt('/v1', gateway.handle)`.
 * With a `send` of its own, bodies are handed over as soon as they were read.
 */
export function toRequestListener(handler: GatewayHandler, send?: Send): RequestListener {
  const answer = answerer(handler, send);
  return (req, res) => void answer(req, res);
}

/** The same, with a promise that never rejects and resolves when the answer is handed over. */
export function answerer(
  handler: GatewayHandler,
  send: Send = sendResponse,
  // A sender of one's own may be there because timers are fake, as the mock's is.
  bodiesInTurns: boolean = send === sendResponse || send === sendAndFree,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const answer = standalone(handler);
  const reading = { isAtOnce: !bodiesInTurns, mayFree: send === sendAndFree };
  return (req, res) => {
    const request = new NodeRequest(req, res, { mount: '', url: req.url ?? '/', ...reading });
    return answer(request)
      .then((response) => send(res, response))
      .catch((error: unknown) => sendFailure(res, request, error))
      .catch(() => void res.destroy());
  };
}

/** Answers 500 when a header cannot be written; after the head nothing more can be said. */
async function sendFailure(res: ServerResponse, request: GatewayRequest, error: unknown) {
  if (res.headersSent) return;
  const answer = standalone(() => Promise.reject(error));
  await sendResponse(res, await answer(request));
}
