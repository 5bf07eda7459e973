/** A job of the client process. Plain data: it crosses a process border. */
export interface LoadJob {
  readonly port: number;
  readonly connections: number;
  /** How many requests in all. */
  readonly amount: number;
  /**
   * A request begins each time this many milliseconds have passed, on a connection that is free; by
   * default each connection begins its next as soon as an answer is complete.
   */
  readonly startsEveryMilliseconds?: number | undefined;
  readonly request: LoadRequest;
  /** Number of the first request; see `LoadRequest.path`. */
  readonly first: number;
}

export interface LoadRequest {
  /** `{n}` becomes nine digits that are different in every request. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** POST with a body and GET without one, unless it is given. */
  readonly method?: 'PATCH';
  /** `{n}` as in `path`. */
  readonly body?: string;
  /** Any other status ends the run: the speed of an error page is of no interest. */
  readonly status: number;
  /**
   * A text of the answer: its latency counts, not that of the whole answer. It has to lie within one
   * read of the client.
   */
  readonly until?: string;
}

export interface LoadResult {
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}

/** The path or body of request number `n`. */
export function numbered(text: string, n: number): string {
  return text.replace('{n}', String(n).padStart(9, '0'));
}
