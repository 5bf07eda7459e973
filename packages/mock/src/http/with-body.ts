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

/**
 * Returns a request with other headers. Accessors, because adapters compute these on first use; a spread
 * would lose those of a class.
 */
export function withHeaders(
  request: GatewayRequest,
  headers: GatewayRequest['headers'],
): GatewayRequest {
  const { method, path, search, mount } = request;
  return {
    method,
    path,
    search,
    mount,
    headers,
    get body() {
      return request.body;
    },
    get signal() {
      return request.signal;
    },
  };
}
