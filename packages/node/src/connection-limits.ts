import type { Server } from 'node:http';
import { createServer } from './node-http.ts';

/** Limits on the time and size of a connection; times in milliseconds, 0 switches a limit off. */
export interface ConnectionLimits {
  /**
   * Time for the head of a request, from its first byte or the connection on; 20,000 by default.
   */
  readonly headersTimeoutMs?: number | undefined;
  /** Time for a whole request, body included; 300,000 by default. Exceeding it is a 408. */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * How long a connection may be idle between requests; 65,000 by default, longer than the usual
   * idle timeout of a proxy in front: the side that closes first may cut off a request that the
   * other has just sent.
   */
  readonly keepAliveTimeoutMs?: number | undefined;
  /**
   * How long a client may go without reading any pending bytes; 30,000 by default. Then the
   * connection is closed, which aborts the request's `signal`.
   */
  readonly writeTimeoutMs?: number | undefined;
  /** Size of the URL and the headers together, in bytes; 16,384 by default. More is a 431. */
  readonly maxHeaderBytes?: number | undefined;
  /** Open connections; further ones are closed at once. By default only the process's own limit. */
  readonly maxConnections?: number | undefined;
}

export const MAX_HEADER_BYTES = 16_384;
/** How often Node looks for overdue requests, unless a limit is shorter. */
const LONGEST_CHECK_MS = 5000;

/** Creates a server that enforces these limits; `writeTimeoutMs` is its `timeout`. */
export function createLimitedServer({
  headersTimeoutMs = 20_000,
  requestTimeoutMs = 300_000,
  keepAliveTimeoutMs = 65_000,
  writeTimeoutMs = 30_000,
  maxHeaderBytes = MAX_HEADER_BYTES,
  maxConnections,
}: ConnectionLimits): Server {
  // Node rejects a limit for the head that exceeds the limit for the whole request.
  const headersTimeout =
    requestTimeoutMs > 0 ? Math.min(headersTimeoutMs, requestTimeoutMs) : headersTimeoutMs;
  const shortest = Math.min(headersTimeout || Infinity, requestTimeoutMs || Infinity);
  const server = createServer({
    headersTimeout,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.max(1, Math.min(LONGEST_CHECK_MS, shortest)),
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    // `hostProblem` checks it, and answers with an envelope.
    requireHostHeader: false,
  });
  server.timeout = writeTimeoutMs;
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  return server;
}
