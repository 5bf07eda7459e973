import {
  EgressError,
  isEgressError,
  type IncomingResponse,
  type PiecedRequest,
} from '@model-gateway/core';
import { AMOUNT, checkOptions, FUNCTION, type OptionTable } from '@model-gateway/core/kit';
import { checkedLookup, systemLookup, type Lookup } from './checked-lookup.ts';
import { ConnectionPool } from './connection-pool.ts';
import { ACCEPTED_ENCODINGS, decompress } from './decompress.ts';
import { exchange, type Answer, type ExchangeOptions } from './exchange.ts';
import { urlJudge, URL_RULES, type UrlRules, type UrlVerdict } from './judge-url.ts';
import { follow, redirectIn, type Hop } from './redirect.ts';
import { isStream, type StreamedRequest, type StreamingHttpClient } from './streamed-request.ts';
import { targetOf } from './target.ts';

/** Options of `createGuardedHttpClient`. */
export interface GuardedHttpClientOptions extends UrlRules {
  /** Resolves names; the operating system's resolver by default. */
  readonly lookup?: Lookup | undefined;
  /** Timeout for connecting in milliseconds, name lookup included; 5000 by default. */
  readonly connectTimeoutMs?: number | undefined;
  /** Limit of idle connections; 256 by default. */
  readonly maxIdleConnections?: number | undefined;
  /** Limit of idle connections to one origin; 128 by default. */
  readonly maxIdlePerOrigin?: number | undefined;
}

/** An HTTP client that connects to public addresses only. */
export interface GuardedHttpClient extends StreamingHttpClient, AsyncDisposable {
  /** Closes every connection, also those in use. Idempotent. */
  close(): Promise<void>;
}

/**
 * Creates an HTTP client that connects to public addresses only, over http and https. It checks an
 * address in the URL, every DNS answer at the moment of connecting, and each redirect. Connections
 * are reused; proxies of the environment are ignored. Calls reject with `EgressError`, or with the
 * signal's reason when it aborts. Source: contract §4.9.
 *
 * @example
 * const http = createGuardedHttpClient(); const { status, body } = await http({ url, method: 'GET',
 * signal, maxRedirects: 3 });
 */
export function createGuardedHttpClient(options: GuardedHttpClientOptions = {}): GuardedHttpClient {
  checkOptions('createGuardedHttpClient', options, OPTIONS);
  const { allow, allowedPorts } = options;
  const judge = urlJudge({ allow, allowedPorts });
  const pool = createPool(options);

  const client = async (request: StreamedRequest | PiecedRequest) => {
    const { maxRedirects = 0, signal, onDispatch = () => {} } = request;
    signal.throwIfAborted();
    let isDispatched = false;
    const dispatchOnce = () => {
      if (!isDispatched) onDispatch();
      isDispatched = true;
    };
    // A redirect may ask for the body again.
    const onLeft = 'onLeft' in request && maxRedirects === 0 ? request.onLeft : undefined;
    let hop: Hop = {
      ...request,
      headers: { 'accept-encoding': ACCEPTED_ENCODINGS, ...request.headers },
    };
    for (let redirects = 0; ; redirects++) {
      const exchanging = { signal, onDispatch: dispatchOnce };
      const answer = await send(pool, hop, judge, exchanging, onLeft);
      const location = redirectIn(answer);
      if (location === undefined || maxRedirects === 0) return toResponse(answer);
      await answer.body.return();
      if (redirects === maxRedirects) throw tooMany(maxRedirects);
      hop = follow(hop, answer.status, location);
    }
  };

  let closing: Promise<void> | undefined;
  const close = () => (closing ??= pool.close());
  return Object.assign(client, { sendPieces: client, close, [Symbol.asyncDispose]: close });
}

function createPool({
  lookup = systemLookup,
  connectTimeoutMs = 5000,
  maxIdleConnections = 256,
  maxIdlePerOrigin = 128,
  allow,
}: GuardedHttpClientOptions): ConnectionPool {
  const lookupFor = (origin: string) => checkedLookup(targetOf(new URL(origin)), lookup, allow);
  const maxIdle = { perOrigin: maxIdlePerOrigin, inAll: maxIdleConnections };
  return new ConnectionPool({ lookupFor, connectTimeoutMs, maxIdle, now: () => performance.now() });
}

async function send(
  pool: ConnectionPool,
  { url: text, method, headers, body }: Hop,
  judge: (url: string) => UrlVerdict,
  options: ExchangeOptions,
  onLeft: (() => void) | undefined,
): Promise<Answer> {
  const verdict = judge(text);
  if (!verdict.ok) throw new EgressError(verdict.reason, verdict.message);
  const { origin, path } = placeOf(verdict.url);
  const request = { origin, path, method, headers, body };
  const connection = await pool.take(origin);
  if (options.signal.aborted) {
    connection.destroy();
    throw options.signal.reason;
  }
  try {
    return await exchange(connection, { ...request, onLeft }, options);
  } catch (error) {
    const wasStale = connection.isReused && isEgressError(error) && error.reason === 'broken';
    const mayRepeat = IDEMPOTENT.has(method) && !isStream(body) && !pool.isClosed;
    if (!wasStale || !mayRepeat) throw error;
    return exchange(await pool.open(origin), request, options);
  }
}

interface Place {
  readonly origin: string;
  /** With its query. */
  readonly path: string;
}

/** A URL puts its parts together each time that it is asked; the judge keeps those of providers. */
const places = new WeakMap<URL, Place>();

function placeOf(url: URL): Place {
  const known = places.get(url);
  if (known !== undefined) return known;
  const { origin, pathname, search } = url;
  const place = { origin, path: pathname + search };
  places.set(url, place);
  return place;
}

/** Methods that may be repeated when a connection breaks off. Source: RFC 9110 §9.2.2. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

function toResponse({ status, headers, body }: Answer): IncomingResponse {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return { status, headers, body };
  // They describe the compressed bytes.
  const { 'content-encoding': _, 'content-length': __, ...rest } = headers;
  return { status, headers: rest, body: decompress(body, encoding) };
}

function tooMany(maxRedirects: number): EgressError {
  const message = `More than ${maxRedirects} redirects.`;
  return new EgressError('redirects', message);
}

const OPTIONS: OptionTable<GuardedHttpClientOptions> = {
  ...URL_RULES,
  lookup: FUNCTION,
  connectTimeoutMs: AMOUNT,
  maxIdleConnections: AMOUNT,
  maxIdlePerOrigin: AMOUNT,
};
