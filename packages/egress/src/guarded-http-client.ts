import {
  EgressError,
  isEgressError,
  type IncomingResponse,
  type PiecedRequest,
} from '@model-gateway/core';
import {
  AMOUNT,
  checkOptions,
  FUNCTION,
  oncePerObject,
  type OptionTable,
} from '@model-gateway/core/kit';
import { checkedLookup, systemLookup, type Lookup } from './checked-lookup.ts';
import { ConnectionPool, type Connection } from './connection-pool.ts';
import { ACCEPTED_ENCODINGS, decompress } from './decompress.ts';
import { exchange, type Answer, type ExchangeRequest } from './exchange.ts';
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
    checkSignal(signal);
    let isDispatched = false;
    const dispatchOnce = () => {
      if (!isDispatched) onDispatch();
      isDispatched = true;
    };
    const { url, method, body } = request;
    let hop: Hop = { url, method, headers: encodable(request.headers), body };
    // A redirect may ask for the body again.
    const onLeft = 'onLeft' in request && maxRedirects === 0 ? request.onLeft : undefined;
    const exchanging = { signal, onDispatch: dispatchOnce, onLeft };
    for (let redirects = 0; ; redirects++) {
      const answer = await send(pool, hop, judge, exchanging);
      const location = maxRedirects === 0 ? undefined : redirectIn(answer);
      if (location === undefined) return toResponse(answer);
      await answer.body.return();
      if (redirects === maxRedirects) throw tooMany(maxRedirects);
      hop = follow(hop, answer.status, location);
    }
  };

  let closing: Promise<void> | undefined;
  const close = () => (closing ??= pool.close());
  return Object.assign(client, { sendPieces: client, close, [Symbol.asyncDispose]: close });
}

/** Programs in JavaScript leave it out, as `fetch` lets them. */
function checkSignal(signal: unknown): void {
  if (signal !== undefined) return;
  throw new TypeError(
    'a request needs a signal, such as AbortSignal.timeout(10_000): nothing else ends it',
  );
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

/** Asks for the encodings that are supported, unless the caller asks for others. */
function encodable(headers: Hop['headers'] = {}): Hop['headers'] {
  if ('accept-encoding' in headers) return headers;
  return { 'accept-encoding': ACCEPTED_ENCODINGS, ...headers };
}

/** Sends it over an idle connection without waiting, or over a new one. */
function send(
  pool: ConnectionPool,
  { url: text, method, headers, body }: Hop,
  judge: (url: string) => UrlVerdict,
  { signal, onDispatch, onLeft }: Pick<ExchangeRequest, 'signal' | 'onDispatch' | 'onLeft'>,
): Promise<Answer> {
  signal.throwIfAborted();
  const verdict = judge(text);
  if (!verdict.ok) throw new EgressError(verdict.reason, verdict.message);
  const { origin, path } = placeOf(verdict.url);
  const request = { origin, path, method, headers, body, signal, onDispatch, onLeft };
  const idle = pool.takeIdle(origin);
  if (idle === undefined) return sendAnew(pool, request);
  const mayRepeat = IDEMPOTENT.has(method) && !isStream(body);
  return mayRepeat ? sendTwice(pool, idle, request) : exchange(idle, request);
}

/** Sends a request once more if its connection had been closed while it was idle. */
async function sendTwice(
  pool: ConnectionPool,
  idle: Connection,
  request: ExchangeRequest,
): Promise<Answer> {
  try {
    return await exchange(idle, request);
  } catch (error) {
    const wasStale = isEgressError(error) && error.reason === 'broken';
    if (!wasStale || pool.isClosed) throw error;
    return sendAnew(pool, { ...request, onLeft: undefined });
  }
}

async function sendAnew(pool: ConnectionPool, request: ExchangeRequest): Promise<Answer> {
  const connection = await pool.open(request.origin);
  const { signal } = request;
  if (signal.aborted) {
    connection.destroy();
    throw signal.reason;
  }
  return exchange(connection, request);
}

/** A URL puts its parts together each time that it is asked; the judge keeps those of providers. */
const placeOf = oncePerObject(({ origin, pathname, search }: URL) => ({
  origin,
  /** With its query. */
  path: pathname + search,
}));

/** Methods that may be repeated when a connection breaks off. Source: RFC 9110 §9.2.2. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

function toResponse(answer: Answer): IncomingResponse {
  const { status, headers, body } = answer;
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return answer;
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
