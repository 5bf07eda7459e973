import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { GatewayError, systemClock, type Clock, type GatewayHandler } from '@model-gateway/core';
import { answerBelowHttp } from './below-http.ts';
import { serverEnd, type ClosedServer, type CloseOptions } from './close-server.ts';
import {
  createLimitedServer,
  MAX_HEADER_BYTES,
  type ConnectionLimits,
} from './connection-limits.ts';
import { Connections } from './connections.ts';
import { continueWhenRead } from './continue-when-read.ts';
import { hostProblem } from './host-problem.ts';
import { closeIdleAndStalled } from './idle-and-stalled.ts';
import { answerer } from './request-listener.ts';
import type { Send } from './send-response.ts';

export interface ServeOptions extends ConnectionLimits {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** By default 127.0.0.1: reachable from this machine only. */
  readonly host?: string | undefined;
  /** Writes each response in place of `sendResponse`, to which it leaves what it does not know. */
  readonly send?: Send | undefined;
  /** What the time-outs of `close` are measured by; for tests. */
  readonly clock?: Clock | undefined;
}

export interface RunningServer extends AsyncDisposable {
  /** `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /**
   * Drains: stops listening and closes idle connections at once; lets requests and streams in flight
   * end by themselves, each connection closing after the last of them (`connection: close`); cuts
   * what is left after `drainTimeoutMs`. Handlers then get a second to settle what they began.
   * A second call joins the first.
   */
  close(options?: CloseOptions): Promise<ClosedServer>;
  /**
   * Closes every connection now, in the middle of an answer too, also while `close` drains. Waits
   * for no handler. Leaving an `await using` block does this.
   */
  closeNow(): Promise<ClosedServer>;
}

/**
 * Serves a handler on a port of its own; resolves once it accepts connections. Rejects at once when
 * the port is taken, with a message that names it.
 */
export async function serve(
  handler: GatewayHandler,
  { port = 0, host = '127.0.0.1', send, clock = systemClock, ...limits }: ServeOptions = {},
): Promise<RunningServer> {
  const server = createLimitedServer(limits);
  const connections = new Connections(server);
  const answer = answerer(handler, send);
  const take = (req: IncomingMessage, res: ServerResponse, refusal = hostProblem(req)) => {
    if (!connections.admit(req, res)) return;
    if (refusal !== undefined) res.shouldKeepAlive = false;
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
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  const { close, closeNow } = serverEnd(server, connections, clock);
  return {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${actualPort}`,
    port: actualPort,
    server,
    close,
    closeNow,
    [Symbol.asyncDispose]: async () => void (await closeNow()),
  };
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is taken by another program; choose another port, or 0 for any free one`,
    EACCES: `port ${port} needs more rights than this program has; choose one above 1023`,
    EADDRNOTAVAIL: `${host} is no address of this machine; choose 127.0.0.1, 0.0.0.0 or ::`,
    ENOTFOUND: `the host name ${host} is unknown`,
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return Object.assign(new Error(`cannot listen: ${reason}`, { cause: error }), {
    code: error.code,
  });
}
