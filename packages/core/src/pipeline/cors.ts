import { finishResponse, requestIdOf } from './finish.ts';
import { checkHandler } from '../http/check-handler.ts';
import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { either, oneOf, TEXTS } from '../input/value-rule.ts';
import type { GatewayHandler, GatewayResponse } from '../http/message.ts';
import { emptyResponse } from '../http/respond.ts';

/** Origins whose pages may read responses: any, or these. */
export type AllowedOrigins = '*' | readonly string[];

/** Options of `withCors`. */
export interface CorsOptions {
  /** Any by default, which is right where the client brings the key. */
  readonly origins?: AllowedOrigins | undefined;
  /** Response headers that pages may read besides the gateway's own. */
  readonly exposedHeaders?: readonly string[] | undefined;
}

/**
 * Lets pages of other origins use a handler: answers preflights and adds the headers of CORS to
 * every response. Source: contract §1.8.
 */
export function withCors(handler: GatewayHandler, options: CorsOptions = {}): GatewayHandler {
  checkHandler(handler);
  checkOptions('withCors', options, OPTIONS);
  const { origins = '*', exposedHeaders = [] } = options;
  const exposed = [...EXPOSED_HEADERS, ...exposedHeaders].join(', ');
  return async (request) => {
    const { 'access-control-request-method': method, 'access-control-request-headers': requested } =
      request.headers;
    const allowed = allowedOrigin(request.headers['origin'], origins);
    if (request.method === 'OPTIONS' && method !== undefined) {
      const preflight = emptyResponse(204, {
        ...allowed,
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE',
        'access-control-allow-headers': allowedHeaders(requested),
        'access-control-max-age': '7200',
      });
      return finishResponse(request, preflight, requestIdOf(request));
    }
    const response = await handler(request);
    return (
      response && withCorsHeaders(response, { ...allowed, ...vary(response, origins) }, exposed)
    );
  };
}

const OPTIONS: OptionTable<CorsOptions> = {
  origins: either(oneOf('*'), TEXTS),
  exposedHeaders: TEXTS,
};

const USUAL_HEADERS = [
  'authorization',
  'x-api-key',
  'content-type',
  'accept',
  'if-match',
  'if-none-match',
  'x-request-id',
  'x-session-id',
  'idempotency-key',
  'traceparent',
  'http-referer',
  'x-title',
  'anthropic-version',
  'anthropic-beta',
];
const EXPOSED_HEADERS = [
  'x-request-id',
  'request-id',
  'x-generation-id',
  'x-provider-name',
  'x-gateway-warnings',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'etag',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
];
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
const MOST_HEADERS = 100;

type Headers = Readonly<Record<string, string>>;

/** The usual names and the requested ones: SDKs send telemetry headers of their own. */
function allowedHeaders(requested = ''): string {
  const names = requested.split(',', MOST_HEADERS).map((name) => name.trim().toLowerCase());
  const valid = names.filter((name) => HEADER_NAME.test(name));
  return [...new Set([...USUAL_HEADERS, ...valid])].join(', ');
}

function allowedOrigin(origin: string | undefined, origins: AllowedOrigins): Headers {
  if (origins === '*') return { 'access-control-allow-origin': '*' };
  if (origin === undefined || !origins.includes(origin)) return {};
  return { 'access-control-allow-origin': origin };
}

/** A list of origins makes the response depend on the request's. */
function vary({ headers }: GatewayResponse, origins: AllowedOrigins): Headers {
  if (origins === '*') return {};
  const others = headers['vary'];
  return { vary: others === undefined ? 'origin' : `${others}, origin` };
}

function withCorsHeaders(
  response: GatewayResponse,
  cors: Headers,
  exposed: string,
): GatewayResponse {
  const headers = { ...response.headers, ...cors, 'access-control-expose-headers': exposed };
  return { ...response, headers };
}
