import type { GatewayRequest, RequestBody } from '@model-gateway/core';

/**
 * The same request with a body that may be read more than once: by a rule that matches on it, by the
 * journal, and by the gateway.
 */
export function withRereadableBody(request: GatewayRequest): GatewayRequest {
  let body: RequestBody | undefined;
  // Accessors, because adapters compute these on first use.
  return {
    method: request.method,
    path: request.path,
    search: request.search,
    mount: request.mount,
    get headers() {
      return request.headers;
    },
    get body() {
      return (body ??= rereadable(request.body));
    },
    get signal() {
      return request.signal;
    },
  };
}

/** The first reader's limit holds for all: it is the gateway's own. */
function rereadable(body: RequestBody): RequestBody {
  if (body.kind !== 'bytes') return body;
  let reading: Promise<Uint8Array> | undefined;
  return { kind: 'bytes', read: (limitBytes) => (reading ??= body.read(limitBytes)) };
}
