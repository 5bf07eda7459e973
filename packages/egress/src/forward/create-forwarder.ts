import {
  GatewayError,
  systemClock,
  type Clock,
  type HttpClient,
  type IncomingResponse,
  type OutgoingRequest,
} from '@model-gateway/core';
import type { GatewayHandler, GatewayRequest, GatewayResponse } from '@model-gateway/core/http';
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
  readonly http?: HttpClient | undefined;
  /** Milliseconds until the upstream must begin its answer; 300,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that the upstream may be silent within its answer; 300,000 by default. */
  readonly idleTimeoutMs?: number | undefined;
  /** Longest request body in bytes; 32 MiB by default. */
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
 * Its address may be private, since you named it; redirects are returned, not followed. The body of
 * a request is read whole before it is sent; an answer passes through as it comes, decompressed.
 * Network failures become a 502 or a 524. Throws a `TypeError` when `url` is not an http or https
 * URL.
 */
export function createForwarder(url: string, options: ForwarderOptions = {}): Forwarder {
  const base = baseOf(url);
  const { timeoutMs = TIMEOUT_MS, idleTimeoutMs = TIMEOUT_MS, clock = systemClock } = options;
  const { bodyLimitBytes = LIMIT_BYTES, headers = (forwarded) => forwarded } = options;
  const own = options.http === undefined ? clientFor(base) : undefined;
  const http = options.http ?? own;

  const handle: GatewayHandler = async (request) => {
    const { method } = request;
    if (http === undefined || !isMethod(method)) return undefined;
    refuseUpgrade(request);
    const target = targetOf(base, request);
    const body = await bodyOf(request, bodyLimitBytes);
    const silence = silenceLimit(clock, base.host);
    const signals = [silence.signal, ...(request.signal === undefined ? [] : [request.signal])];
    silence.start(timeoutMs);
    try {
      const answer = await http({
        url: target,
        method,
        headers: headers(forwardedHeaders(request.headers)),
        signal: AbortSignal.any(signals),
        ...(body === undefined ? {} : { body }),
      });
      const chunks = limited(answer.body, silence, idleTimeoutMs);
      return await toResponse(method, { ...answer, body: chunks });
    } catch (error) {
      throw toUpstreamError(error);
    } finally {
      silence.stop();
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

async function bodyOf({ body, headers }: GatewayRequest, limitBytes: number) {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'bytes':
      return body.read(limitBytes);
    case 'parsed':
      if (/\bjson\b/i.test(headers['content-type'] ?? 'json')) return JSON.stringify(body.value);
      throw new TypeError(
        `a body parser of the host has read this ${headers['content-type']} body, so it cannot be ` +
          'forwarded as it came: mount the handler before the parser',
      );
  }
}

async function toResponse(
  method: string,
  { status, headers: received, body }: IncomingResponse,
): Promise<GatewayResponse> {
  const headers = returnedHeaders(received);
  if (method === 'HEAD' || status === 204 || status === 304) {
    await body[Symbol.asyncIterator]().return?.();
    return { status, headers, body: { kind: 'none' } };
  }
  const contentType = received['content-type'] ?? 'application/octet-stream';
  return { status, headers, body: { kind: 'stream', chunks: body, contentType } };
}
