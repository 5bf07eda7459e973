import type { GatewayRequest } from '@model-gateway/core/http';
import { requestBody } from './request-body.ts';

/** Converts a web request to the gateway's. */
export function toGatewayRequest(request: Request, hostRequest: unknown = request): GatewayRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    search,
    mount: '',
    headers: Object.fromEntries(request.headers),
    body: requestBody(request),
    signal: request.signal,
    hostRequest,
  };
}
