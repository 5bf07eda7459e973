import type { GatewayRequest } from '@model-gateway/core/http';

/** Returns a request with another JSON body. */
export function withJson(request: GatewayRequest, value: unknown): GatewayRequest {
  // Accessors, because adapters compute these on first use.
  return {
    method: request.method,
    path: request.path,
    search: request.search,
    mount: request.mount,
    body: { kind: 'parsed', value },
    get headers() {
      return request.headers;
    },
    get signal() {
      return request.signal;
    },
  };
}
