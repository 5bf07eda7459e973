import { isControlPath } from './control-path.ts';
import {
  emptyResponse,
  finishResponse,
  requestIdOf,
  type GatewayHandler,
  type GatewayResponse,
} from '@model-gateway/core/http';

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
  'x-mock-hint',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
];
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,64}$/;

/** Whose pages may read answers: those of any origin, or of these. */
export type Pages = '*' | readonly string[];

/**
 * Lets pages of other origins use the handler: of any by default, which is right where the client
 * brings the key. Source: contract §1.8, §11.4.
 */
export function withCors(handler: GatewayHandler, pages: Pages = '*'): GatewayHandler {
  return async (request) => {
    // Whoever controls the mock is let in, or not, by the control interface itself.
    if (isControlPath(request.path)) return handler(request);
    const { 'access-control-request-method': wanted, 'access-control-request-headers': asked } =
      request.headers;
    const shown = shownTo(request.headers['origin'], pages);
    if (request.method === 'OPTIONS' && wanted !== undefined) {
      const preflight = emptyResponse(204, {
        ...shown,
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE',
        'access-control-allow-headers': allowed(asked),
        'access-control-max-age': '7200',
      });
      return finishResponse(request, preflight, requestIdOf(request));
    }
    const response = await handler(request);
    return response === undefined
      ? undefined
      : exposed(response, { ...shown, ...varied(response.headers, pages) });
  };
}

/** The usual names and those that are asked for: SDKs send telemetry headers of their own. */
function allowed(asked = ''): string {
  const names = asked.split(',').map((name) => name.trim().toLowerCase());
  return [...new Set([...USUAL_HEADERS, ...names.filter((name) => HEADER_NAME.test(name))])].join(
    ', ',
  );
}

type Headers = Readonly<Record<string, string>>;

function shownTo(origin: string | undefined, pages: Pages): Headers {
  if (pages === '*') return { 'access-control-allow-origin': '*' };
  if (origin === undefined || !pages.includes(origin)) return {};
  return { 'access-control-allow-origin': origin };
}

/** Where pages are listed, the answer to one of them is no answer to another. */
function varied({ vary }: Headers, pages: Pages): Headers {
  if (pages === '*') return {};
  return { vary: vary === undefined ? 'origin' : `${vary}, origin` };
}

function exposed(response: GatewayResponse, shown: Headers): GatewayResponse {
  return {
    ...response,
    headers: {
      ...response.headers,
      ...shown,
      'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
    },
  };
}
