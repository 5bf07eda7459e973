import type { LoadRequest } from '../client/load-job.ts';
import type { Server } from './server.ts';

/** One request, sent over and over to one server. */
export interface Case {
  readonly server: Server;
  readonly request: LoadRequest;
  readonly connections: number;
  /** Requests per round: enough for some 50 milliseconds of CPU time. */
  readonly amount: number;
  /** Sends this many whether or not earlier ones are answered. */
  readonly perSecond?: number;
}

/** The measurements of one round of one case. */
export interface Sample {
  readonly requests: number;
  /** CPU time of the server per request. */
  readonly cpuMicroseconds: number;
  /** Latencies as the client sees them. */
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}
