import type { IncomingMessage, ServerResponse } from 'node:http';
import { standalone, type GatewayHandler } from '@model-gateway/core';
import { NodeRequest } from './node-request.ts';
import { sendResponse } from './send-response.ts';

export type RequestListener = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * A listener for `http.createServer`. What the handler does not answer is a 404 envelope; mount it
 * under a prefix with `mountAt('/v1', gateway.handle)`.
 */
export function toRequestListener(handler: GatewayHandler): RequestListener {
  const answer = standalone(handler);
  return (req, res) => {
    answer(new NodeRequest(req, res, { mount: '', url: pathOf(req.url) }))
      .then((response) => sendResponse(res, response))
      // Only a broken event source gets here, and its status line is out already.
      .catch((error: unknown) => res.destroy(error instanceof Error ? error : undefined));
  };
}

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/** Proxies may send the absolute form of RFC 9112 §3.2.2. */
function pathOf(url = '/'): string {
  if (url.startsWith('/')) return url;
  const rest = url.replace(ABSOLUTE_FORM, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
