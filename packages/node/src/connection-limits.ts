import { createServer, type Server } from 'node:http';

/** How much time and room a server gives to a connection; times in milliseconds, 0 is no limit. */
export interface ConnectionLimits {
  /** For the head of a request, from its first byte or the connection on; 20,000 by default. */
  readonly headersTimeoutMs?: number | undefined;
  /** For a whole request, its body included; 300,000 by default. Later is a 408. */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * How long a connection may be idle between requests; 65,000 by default, which is longer than the
   * proxies in front keep theirs: whichever side closes first, the other may just be sending.
   */
  readonly keepAliveTimeoutMs?: number | undefined;
  /**
   * How long a client may take none of the bytes that wait for it; 30,000 by default. Then the
   * connection is closed, which aborts the request's `signal`.
   */
  readonly writeTimeoutMs?: number | undefined;
  /** For the URL and the headers of a request together, in bytes; 16,384 by default. Above: 431. */
  readonly maxHeaderBytes?: number | undefined;
  /** Open connections; more are closed at once. By default as many as the process may have. */
  readonly maxConnections?: number | undefined;
}

export const MAX_HEADER_BYTES = 16_384;
/** Node looks for what is late this often, where no limit is shorter. */
const LONGEST_CHECK_MS = 5000;

/** A server that holds its connections to these limits; `writeTimeoutMs` is its `timeout`. */
export function createLimitedServer({
  headersTimeoutMs = 20_000,
  requestTimeoutMs = 300_000,
  keepAliveTimeoutMs = 65_000,
  writeTimeoutMs = 30_000,
  maxHeaderBytes = MAX_HEADER_BYTES,
  maxConnections,
}: ConnectionLimits): Server {
  // Node refuses a limit for the head that is above that of the whole.
  const headersTimeout =
    requestTimeoutMs > 0 ? Math.min(headersTimeoutMs, requestTimeoutMs) : headersTimeoutMs;
  const shortest = Math.min(headersTimeout || Infinity, requestTimeoutMs || Infinity);
  const server = createServer({
    headersTimeout,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.max(1, Math.min(LONGEST_CHECK_MS, shortest)),
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    // Checked by `hostProblem`, whose answer has an envelope.
    requireHostHeader: false,
  });
  server.timeout = writeTimeoutMs;
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  return server;
}
