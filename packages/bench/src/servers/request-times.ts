import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { quantile } from '../statistics.ts';

/** The header in which a client says when it wrote a request, see `LoadRequest.sentAtHeader`. */
export const SENT_AT = 'x-sent-at';

/** What a server measured of the requests since it was asked last. */
export interface Served {
  /** From the moment at which the client wrote a request until its last byte was written here. */
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  /** The longest that a turn of the event loop kept others waiting. */
  readonly longestTurnMilliseconds: number;
}

const RESOLUTION_MS = 1;

/**
 * Times requests where they are served: what happens to their bytes before the client reads them,
 * and on its core, is not part of it. What they wait for the event loop is.
 */
export class RequestTimes {
  #latencies: number[] = [];
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor() {
    this.#delays.enable();
  }

  /** Times a request that says when it was written. */
  begin(req: IncomingMessage, res: ServerResponse): void {
    const sentAt = req.headers[SENT_AT];
    if (typeof sentAt !== 'string') return;
    res.once('finish', () => {
      this.#latencies.push(Number(process.hrtime.bigint() - BigInt(sentAt)) / 1e6);
    });
  }

  /** Returns the times since the last call. */
  take(): Served {
    const latencies = this.#latencies;
    this.#latencies = [];
    const longestTurnMilliseconds = this.#delays.max / 1e6 - RESOLUTION_MS;
    this.#delays.reset();
    return {
      p50Milliseconds: quantile(latencies, 0.5),
      p99Milliseconds: quantile(latencies, 0.99),
      longestTurnMilliseconds,
    };
  }
}
