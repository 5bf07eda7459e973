import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayHandler } from '@model-gateway/core';
import { NodeRequest, sendResponse, type MountedUrl } from '@model-gateway/node';

/** What Connect's `use` takes; written out so that users need no types of ours. */
export type ConnectMiddleware = (
  req: IncomingMessage & { originalUrl?: string | undefined },
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Mounts a gateway in a Connect server: `app.use('/v1', connectGateway(gateway.handle))`. What is
 * not the gateway's goes on to the next middleware, and so does anything thrown, as an error.
 */
export function connectGateway(handler: GatewayHandler): ConnectMiddleware {
  return (req, res, next) => {
    handler(new NodeRequest(req, res, mountedUrl(req.url ?? '/', req.originalUrl)))
      .then((response) => (response === undefined ? next() : sendResponse(res, response)))
      // Connect does not catch rejections.
      .catch(next);
  };
}

/** Connect strips the mount from `url` and keeps the whole in `originalUrl`. */
function mountedUrl(url: string, originalUrl = url): MountedUrl {
  if (originalUrl.endsWith(url)) {
    return { mount: originalUrl.slice(0, originalUrl.length - url.length), url };
  }
  // At exactly the mount Connect makes `/v1?a` into `/?a`, which is no suffix of it.
  return { mount: originalUrl.split('?', 1)[0] ?? '', url };
}
