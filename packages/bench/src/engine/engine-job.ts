/** A job of the engine process. Plain data: it crosses a process border. */
export interface EngineJob {
  readonly seed: number;
  readonly models: number;
  readonly rounds: number;
}

export interface EngineResult {
  /** Median and 99th percentile of a query, by round. */
  readonly p50Milliseconds: readonly number[];
  readonly p99Milliseconds: readonly number[];
  /** The same queries once more, by round. */
  readonly p50MillisecondsAgain: readonly number[];
  /** Once per revision of a catalog, while no request is answered. */
  readonly indexMilliseconds: number;
  /** The first query in an order that no query had yet; the slowest of them. */
  readonly firstSortMilliseconds: number;
  /** Resident memory per model: the models and their index. */
  readonly residentBytesPerModel: number;
}
