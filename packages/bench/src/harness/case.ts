import type { LoadRequest } from '../client/load-job.ts';
import type { Load } from './load.ts';
import type { Server } from './server.ts';

/** One request, sent over and over to one server. */
export interface Case {
  readonly server: Server;
  readonly request: LoadRequest;
  readonly connections: number;
  /** Requests per round: enough for some 50 milliseconds of CPU time. */
  readonly amount: number;
  /** As in `LoadJob`. */
  readonly startsEveryMilliseconds?: number;
  /** Whether its server is warmed up by other cases, because this one would take long for it. */
  readonly isWarm?: boolean;
  /** CPU time after which its server is warm, however few requests it took: 8 seconds by default. */
  readonly warmUpSeconds?: number;
  /** Sends them instead of the bench's client. */
  readonly load?: Load;
}

/** The measurements of one round of one case. */
export interface Sample {
  readonly requests: number;
  /** CPU time of the server per request. */
  readonly cpuMicroseconds: number;
  /** Reads of the upstream's answer per request, where the server counts them. */
  readonly reads: number;
  /** Latencies as the client sees them. */
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}
