import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { GatewayError, systemClock, type Clock } from '@model-gateway/core';
import type { GatewayHandler } from '@model-gateway/core/http';
import {
  AMOUNT,
  checkOptions,
  CLOCK,
  FLAG,
  FUNCTION,
  TEXT,
  wholeFrom,
  type OptionTable,
} from '@model-gateway/core/kit';
import { answerBelowHttp } from './below-http.ts';
import { serverEnd, type ClosedServer, type CloseOptions } from './close-server.ts';
import {
  createLimitedServer,
  MAX_HEADER_BYTES,
  type ConnectionLimits,
} from './connection-limits.ts';
import { Connections } from './connections.ts';
import { continueWhenRead } from './continue-when-read.ts';
import { framingProblem } from './framing-problem.ts';
import { hostProblem } from './host-problem.ts';
import { closeIdleAndStalled } from './idle-and-stalled.ts';
import { answerer } from './request-listener.ts';
import type { Send } from './send-response.ts';

/** Options of `serve`; see `ConnectionLimits` for the timeouts. */
export interface ServeOptions extends ConnectionLimits {
  /** 0, the default, picks any free port. */
  readonly port?: number | undefined;
  /** Address to listen on; 127.0.0.1 by default, which only this machine reaches. */
  readonly host?: string | undefined;
  /** Writes each response in place of `sendResponse`, which it may call. */
  readonly send?: Send | undefined;
  /**
   * Whether a body is handed over at the end of the turn of the event loop that brought the rest of it,
   * so that requests which came together take each step together: by default only without a `send` of
   * one's own, whose timers may be fake.
   */
  readonly bodiesInTurns?: boolean | undefined;
  /**
   * In a worker of `node:cluster`: true keeps the port to this process; workers share it by default.
   */
  readonly exclusive?: boolean | undefined;
  /** Clock for the timeouts of `close`; for tests. */
  readonly clock?: Clock | undefined;
}

/** A server that accepts connections. */
export interface RunningServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /**
   * Drains: stops listening and closes idle connections at once; lets requests and streams in
   * flight complete, closing each connection after its last answer (`connection: close`); cuts the
   * rest after `drainTimeoutMs`. Handlers then get a second to finish. A second call joins the
   * first.
   */
  close(options?: CloseOptions): Promise<ClosedServer>;
  /**
   * Closes every connection now, even in the middle of an answer and while `close` drains. Does not
   * wait for handlers. Leaving an `await using` block does this.
   */
  closeNow(): Promise<ClosedServer>;
}

/**
 * Serves a handler on a port of its own; resolves once it accepts connections. Rejects when it
 * cannot listen, with a message that names the port or host and says what to change, and for an
 * option that it does not have.
 *
 * @example
 * const server = await serve(mountAt('/v1', gateway.handle), { port: 4010 });
 */
export async function serve(
  handler: GatewayHandler,
  options: ServeOptions = {},
): Promise<RunningServer> {
  checkOptions('serve', options, OPTIONS);
  const {
    port = 0,
    host = '127.0.0.1',
    send,
    bodiesInTurns,
    clock = systemClock,
    exclusive = false,
    ...limits
  } = options;
  const server = createLimitedServer(limits);
  const connections = new Connections(server);
  const answer = answerer(handler, send, bodiesInTurns);
  const take = (req: IncomingMessage, res: ServerResponse, refusal = problemOf(req)) => {
    if (!connections.admit(req, res)) return;
    // What follows on the connection cannot be trusted either.
    if (refusal !== undefined) connections.endAfter(req.socket, res);
    const answered = refusal === undefined ? answer : answerer(() => Promise.reject(refusal));
    connections.handling(answered(req, res));
  };
  server.on('request', (req, res) => take(req, res));
  server.on('checkContinue', continueWhenRead(take));
  server.on('checkExpectation', (req, res) => {
    take(req, res, new GatewayError('expectationFailed'));
  });
  answerBelowHttp(server, connections, {
    maxHeaderBytes: limits.maxHeaderBytes ?? MAX_HEADER_BYTES,
    clock,
  });
  closeIdleAndStalled(server, connections);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    server.listen({ port, host, exclusive }, resolve);
  });
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  const { close, closeNow } = serverEnd(server, connections, clock);
  return {
    // Of names and addresses only those of version 6 have a colon.
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    port: actualPort,
    server,
    close,
    closeNow,
    [Symbol.asyncDispose]: async () => void (await closeNow()),
  };
}

function problemOf(req: IncomingMessage): GatewayError | undefined {
  return hostProblem(req) ?? framingProblem(req);
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is already in use; choose another port, or 0 for any free port`,
    EACCES: `port ${port} requires privileges that this program does not have; choose a port above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; choose 127.0.0.1, 0.0.0.0 or ::`,
    ENOTFOUND: `the host name ${host} is unknown`,
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return Object.assign(new Error(`cannot listen: ${reason}`, { cause: error }), {
    code: error.code,
  });
}

const OPTIONS: OptionTable<ServeOptions> = {
  port: wholeFrom(0, 65_535),
  host: TEXT,
  send: FUNCTION,
  bodiesInTurns: FLAG,
  exclusive: FLAG,
  clock: CLOCK,
  headersTimeoutMs: AMOUNT,
  requestTimeoutMs: AMOUNT,
  keepAliveTimeoutMs: AMOUNT,
  writeTimeoutMs: AMOUNT,
  maxHeaderBytes: AMOUNT,
  maxConnections: AMOUNT,
};
