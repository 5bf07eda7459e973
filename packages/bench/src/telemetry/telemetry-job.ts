/** A job of the telemetry process. Plain data: it crosses a process border. */
export type TelemetryJob =
  | { readonly kind: 'look-up' }
  | { readonly kind: 'rate'; readonly collectorPort: number; readonly seconds: number }
  | { readonly kind: 'memory'; readonly records: number }
  | { readonly kind: 'soak'; readonly minutes: number };

/** What the result of each kind of job is. */
export interface TelemetryResults {
  readonly 'look-up': {
    readonly microseconds: readonly number[];
    /** Of memory, for each look-up. */
    readonly bytes: number;
  };
  readonly rate: {
    readonly records: number;
    readonly dropped: number;
    /** CPU time of all threads over the time that passed. */
    readonly share: number;
    /** The same with an observer that does nothing. */
    readonly shareWithout: number;
    /** 99th percentile of the time that timers came late. */
    readonly lateMilliseconds: number;
    readonly lateMillisecondsWithout: number;
  };
  readonly memory: {
    /** What is alive after all records, above what it was before; and after `close`. */
    readonly heldBytes: number;
    readonly leftBytes: number;
    /** The most resident memory meanwhile, above what it was before; and after `close`. */
    readonly residentGrowthBytes: number;
    readonly residentLeftBytes: number;
    readonly lost: number;
  };
  readonly soak: {
    readonly records: number;
    readonly requests: number;
    /** Growth of the heap in 10 minutes of the clock, by a line through the second half. */
    readonly bytesPerTenMinutes: number;
  };
}

export type TelemetryAnswer =
  | { readonly result: TelemetryResults[TelemetryJob['kind']] }
  | { readonly error: string };
