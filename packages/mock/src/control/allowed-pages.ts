import { emptyResponse, type GatewayRequest, type GatewayResponse } from '@model-gateway/core/http';
import type { AccessRules } from './access.ts';

type Pages = Pick<AccessRules, 'origins'>;

/** Returns whether a browser asks on behalf of a page that may control the gateway. */
export function isPreflight({ method, headers }: GatewayRequest, { origins }: Pages): boolean {
  const { origin } = headers;
  const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  return asks && origin !== undefined && origins.includes(origin);
}

export function preflight(): GatewayResponse {
  return emptyResponse(204, {
    'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
    'access-control-allow-headers': 'authorization, content-type',
  });
}

/**
 * Returns the response with CORS headers for pages of these origins; other pages cannot read it.
 */
export function shownTo(
  { headers: { origin } }: GatewayRequest,
  response: GatewayResponse,
  { origins }: Pages,
): GatewayResponse {
  if (origin === undefined || !origins.includes(origin)) return response;
  const headers = { ...response.headers, 'access-control-allow-origin': origin, vary: 'origin' };
  return { ...response, headers };
}
