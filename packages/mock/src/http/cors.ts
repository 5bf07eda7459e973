import { isControlPath } from '../control/control-path.ts';
import { empty, type GatewayHandler, type GatewayResponse } from '@model-gateway/core';

const USUAL_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'if-match',
  'if-none-match',
  'x-request-id',
  'http-referer',
  'x-title',
];
const EXPOSED_HEADERS = [
  'x-request-id',
  'x-generation-id',
  'x-provider-name',
  'x-gateway-warnings',
  'retry-after',
  'retry-after-ms',
  'etag',
  'x-mock-rule',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
];
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,64}$/;

/**
 * Lets pages of any origin use the handler. For the mock only: a gateway with real keys belongs
 * behind its own origin. Source: decisions §1.8.
 */
export function withCors(handler: GatewayHandler): GatewayHandler {
  return async (request) => {
    // Whoever controls the mock is let in, or not, by the control interface itself.
    if (isControlPath(request.path)) return handler(request);
    const { 'access-control-request-method': wanted, 'access-control-request-headers': asked } =
      request.headers;
    if (request.method === 'OPTIONS' && wanted !== undefined) {
      return empty(204, {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE',
        'access-control-allow-headers': allowed(asked),
        'access-control-max-age': '7200',
      });
    }
    const response = await handler(request);
    return response === undefined ? undefined : exposed(response);
  };
}

/** The usual names and those that are asked for: SDKs send telemetry headers of their own. */
function allowed(asked = ''): string {
  const names = asked.split(',').map((name) => name.trim().toLowerCase());
  return [...new Set([...USUAL_HEADERS, ...names.filter((name) => HEADER_NAME.test(name))])].join(
    ', ',
  );
}

function exposed(response: GatewayResponse): GatewayResponse {
  return {
    ...response,
    headers: {
      ...response.headers,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
    },
  };
}
