import {
  GatewayError,
  systemClock,
  type Clock,
  type IncomingResponse,
  type OutgoingRequest,
} from '@model-gateway/core';
import type { GatewayHandler, GatewayRequest, GatewayResponse } from '@model-gateway/core/http';
import {
  AMOUNT,
  checkOptions,
  CLOCK,
  FUNCTION,
  HTTP_CLIENT,
  type OptionTable,
} from '@model-gateway/core/kit';
import type { StreamingHttpClient } from '../streamed-request.ts';
import { forwardedBody } from './forwarded-body.ts';
import { forwardedHeaders, returnedHeaders } from './forwarded-headers.ts';
import { limited, silenceLimit } from './silence-limit.ts';
import { toUpstreamError } from './to-upstream-error.ts';
import { baseOf, clientFor, targetOf } from './upstream-url.ts';

/** Options of `createForwarder`. */
export interface ForwarderOptions {
  /** Changes the headers to forward, which are without those of the connection and the page. */
  readonly headers?: ((forwarded: Record<string, string>) => Record<string, string>) | undefined;
  /**
   * The HTTP client; by default a guarded one that may call the upstream's origin and public
   * addresses.
   */
  readonly http?: StreamingHttpClient | undefined;
  /**
   * Milliseconds that the upstream may take to read each part of a request and to begin its answer;
   * 300,000 by default. The time that the client takes to send its request does not count.
   */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that the upstream may be silent within its answer; 300,000 by default. */
  readonly idleTimeoutMs?: number | undefined;
  /** Longest request body in bytes; 32 MiB by default. It is not held in memory. */
  readonly bodyLimitBytes?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** A handler that forwards to one upstream. */
export interface Forwarder extends GatewayHandler, AsyncDisposable {
  /** `gateway.example/v1`: the upstream without protocol and credentials. */
  readonly label: string;
  /** Closes its connections. Idempotent. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 300_000;
const LIMIT_BYTES = 32 * 1024 * 1024;

/**
 * Creates a handler that forwards every request to one upstream: `/models` goes to `<url>/models`.
 * Its address may be private, since you named it; redirects are returned, not followed. Bodies pass
 * through as they come, no faster than the other side reads; that of an answer is decompressed.
 * Network failures become a 502 or a 524. Throws a `TypeError` when `url` is not an http or https
 * URL.
 */
export function createForwarder(url: string, options: ForwarderOptions = {}): Forwarder {
  checkOptions('createForwarder', options, OPTIONS);
  const base = baseOf(url);
  const { timeoutMs = TIMEOUT_MS, idleTimeoutMs = TIMEOUT_MS, clock = systemClock } = options;
  const { bodyLimitBytes = LIMIT_BYTES, headers = (forwarded) => forwarded } = options;
  const own = options.http === undefined ? clientFor(base) : undefined;
  const http = options.http ?? own;

  const handle: GatewayHandler = async (request) => {
    const { method } = request;
    if (http === undefined || !isMethod(method)) return undefined;
    refuseUpgrade(request);
    refuseCoded(request);
    const target = targetOf(base, request);
    const unanswered = silenceLimit(clock, base.host, timeoutMs);
    const silence = silenceLimit(clock, base.host, idleTimeoutMs);
    const sent = await forwardedBody(request, bodyLimitBytes, unanswered);
    const signals = [unanswered.signal, silence.signal];
    if (request.signal !== undefined) signals.push(request.signal);
    unanswered.start();
    try {
      const answer = await http({
        url: target,
        method,
        ...sent,
        headers: headers({ ...forwardedHeaders(request.headers), ...sent.headers }),
        signal: AbortSignal.any(signals),
      });
      return await toResponse(method, { ...answer, body: limited(answer.body, silence) });
    } catch (error) {
      throw toUpstreamError(error);
    } finally {
      unanswered.end();
    }
  };

  const close = async () => own?.close();
  return Object.assign(handle, {
    label: base.host + base.pathname.replace(/\/$/, ''),
    close,
    [Symbol.asyncDispose]: close,
  });
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
] as const satisfies readonly OutgoingRequest['method'][];

function isMethod(method: string): method is OutgoingRequest['method'] {
  return METHODS.some((known) => known === method);
}

/** Other protocols than WebSocket are offers, which a server may ignore; some clients always make one. */
function refuseUpgrade({ headers }: GatewayRequest): void {
  if (!/\bwebsocket\b/i.test(headers['upgrade'] ?? '')) return;
  throw new GatewayError('invalidRequest', {
    message: 'Invalid request parameters: upgrade to websocket is not passed on; send plain HTTP',
  });
}

/**
 * Refuses a body in a coding that Node does not take off: the name of the coding stays here, as all
 * headers of the connection do, and the coded bytes would pass as the content.
 */
function refuseCoded({ headers: { 'transfer-encoding': coding } }: GatewayRequest): void {
  if (isOnlyChunked(coding)) return;
  throw new GatewayError('invalidRequest', {
    message:
      'Invalid request parameters: a body in another transfer coding than chunked is not passed on; ' +
      'send it without, or with content-encoding',
  });
}

async function toResponse(
  method: string,
  { status, headers: received, body }: IncomingResponse,
): Promise<GatewayResponse> {
  const headers = returnedHeaders(received);
  if (status > LAST_STATUS)
    throw await unusable(body, `answered with the invalid status ${status}`);
  if (!isOnlyChunked(received['transfer-encoding'])) {
    throw await unusable(body, 'answered in an unsupported transfer coding');
  }
  if (method === 'HEAD' || WITHOUT_BODY.has(status)) {
    await dismiss(body);
    return { status, headers, body: { kind: 'none' } };
  }
  const contentType = received['content-type'] ?? 'application/octet-stream';
  return { status, headers, body: { kind: 'stream', chunks: body, contentType } };
}

const LAST_STATUS = 599;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Closes the connection of an answer that cannot be passed on, and returns the 502. */
async function unusable(body: IncomingResponse['body'], because: string): Promise<GatewayError> {
  await dismiss(body);
  const message = `The upstream could not be reached: it ${because}`;
  return new GatewayError('providerFailed', { message });
}

async function dismiss(body: IncomingResponse['body']): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}

/**
 * HTTP clients and servers take off `chunked` only; another coding would pass as if the bytes were the
 * content. Source: RFC 9112 §6.1; RFC 9110 §5.6.1 on empty members of lists.
 */
function isOnlyChunked(coding = 'chunked'): boolean {
  return /^[\s,]*chunked[\s,]*$/i.test(coding);
}

/** What every handler that forwards takes. */
export const FORWARDING: OptionTable<Omit<ForwarderOptions, 'headers'>> = {
  http: HTTP_CLIENT,
  timeoutMs: AMOUNT,
  idleTimeoutMs: AMOUNT,
  bodyLimitBytes: AMOUNT,
  clock: CLOCK,
};

const OPTIONS: OptionTable<ForwarderOptions> = { ...FORWARDING, headers: FUNCTION };
