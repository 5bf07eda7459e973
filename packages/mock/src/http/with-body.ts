import type { GatewayRequest, RequestBody } from '@model-gateway/core/http';
import { ChangedRequest } from './changed-request.ts';

/** Returns a request with another JSON body. */
export function withJson(request: GatewayRequest, value: unknown): GatewayRequest {
  const body: RequestBody = { kind: 'parsed', value };
  return new ChangedRequest(request, { body: () => body });
}

/** Returns a request with other headers. */
export function withHeaders(
  request: GatewayRequest,
  headers: GatewayRequest['headers'],
): GatewayRequest {
  return new ChangedRequest(request, { headers: () => headers });
}
