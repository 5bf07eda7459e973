import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { GatewayError, invalidRequest, type Clock } from '@model-gateway/core';
import { encodeResponse, standalone, type GatewayRequest } from '@model-gateway/core/http';
import type { Connections } from './connections.ts';
import { STATUS_CODES } from './node-http.ts';
import { answerer } from './request-listener.ts';
import { sendAtOnce } from './send-response.ts';

export interface BelowHttpOptions {
  /** Limit for the URL and the headers together, in bytes. */
  readonly maxHeaderBytes: number;
  /** Time of the `date` header. */
  readonly clock: Clock;
}

/** How long a client that is still sending has to read the answer before it is cut off. */
const LINGER_MS = 1000;

/**
 * Answers what node:http rejects before there is a request, with the gateway's envelope and
 * headers; never a second time on a connection where an answer is in progress.
 * Source: contract §1.7.
 */
export function answerBelowHttp(
  server: Server,
  connections: Connections,
  { maxHeaderBytes, clock }: BelowHttpOptions,
): void {
  // The parser reports again for each chunk after the first one that it rejected.
  const given = new WeakSet<Duplex>();

  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (given.has(socket)) return;
    given.add(socket);
    const error = toGatewayError(failure, maxHeaderBytes);
    if (error === undefined || !socket.writable || isSilent(socket)) {
      socket.destroy();
      return;
    }
    const res = connections.lastOwed(socket);
    if (res === undefined) {
      void answerRaw(socket, error, clock);
      return;
    }
    // No further request can be read from this connection.
    connections.endAfter(socket, res);
    const isItsOwn = !res.req.complete;
    if (isItsOwn && !res.headersSent) {
      void answerer(() => Promise.reject(error), sendAtOnce)(res.req, res);
    }
  });

  server.on('connect', (req: IncomingMessage, socket) => {
    // node:http no longer listens here, and an error that nobody hears, such as a reset, ends the process.
    socket.on('error', () => socket.destroy());
    const message = `Resource not found: CONNECT ${req.url ?? ''} is not an operation of this gateway`;
    void answerRaw(socket, new GatewayError('notFound', { message }), clock);
  });
}

/** Browsers open connections before they need them; such a connection has no request to answer. */
function isSilent(socket: Duplex): boolean {
  return socket instanceof Socket && socket.bytesRead === 0;
}

/** The error to answer with; undefined when the socket failed and no client can read an answer. */
function toGatewayError(
  error: NodeJS.ErrnoException & { readonly reason?: unknown },
  maxHeaderBytes: number,
): GatewayError | undefined {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new GatewayError('headersTooLarge', {
        message: `Request headers too large: URL and headers may take ${maxHeaderBytes} bytes`,
        metadata: { limit_bytes: maxHeaderBytes },
      });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new GatewayError('payloadTooLarge', {
        message: 'Request payload too large: its chunk extensions are',
      });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new GatewayError('requestTimedOut');
    default:
  }
  // Every other code comes from the socket: a reset, for example.
  if (error.code?.startsWith('HPE_') !== true) return undefined;
  // A fixed text of the parser, which contains no input bytes.
  const reason = typeof error.reason === 'string' ? `: ${error.reason}` : '';
  return invalidRequest([
    { path: 'request', message: `the request is not valid HTTP/1.1${reason}` },
  ]);
}

/** Writes an answer to a socket that has no node:http response, and closes it. */
async function answerRaw(socket: Duplex, error: GatewayError, clock: Clock): Promise<void> {
  const answer = await standalone(() => Promise.reject(error))(NO_REQUEST);
  const { status, headers, parts } = encodeResponse(answer);
  const all = { ...headers, date: new Date(clock.now()).toUTCString(), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), ...parts]));
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Stands in for the request, of which nothing is known. */
const NO_REQUEST: GatewayRequest = {
  method: 'GET',
  path: '/',
  search: '',
  mount: '',
  headers: {},
  body: { kind: 'none' },
};
