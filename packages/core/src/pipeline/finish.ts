import { withoutBody } from '../http/encode.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** Returns the caller's request id when it is 1–128 visible ASCII characters, else a new one. */
export function requestIdOf({ headers }: GatewayRequest): string {
  const given = headers['x-request-id'];
  return given !== undefined && REQUEST_ID.test(given) ? given : crypto.randomUUID();
}

/**
 * Adds the headers of every response, and drops the body of a response to HEAD. Source: contract §1.6,
 * §1.7.
 */
export function finishResponse(
  request: GatewayRequest,
  response: GatewayResponse,
  requestId: string,
): GatewayResponse {
  return finishWith(undefined, request, response, requestId);
}

/** Finishes a response that also has `more` headers, which give way to its own. */
export function finishWith(
  more: Readonly<Record<string, string>> | undefined,
  request: GatewayRequest,
  response: GatewayResponse,
  requestId: string,
): GatewayResponse {
  const { headers } = response;
  const complete = {
    ...response,
    headers: {
      ...more,
      ...headers,
      'cache-control': headers['cache-control'] ?? 'no-store',
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
    },
  };
  return request.method === 'HEAD' ? withoutBody(complete) : complete;
}
