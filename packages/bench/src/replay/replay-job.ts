/** A job of the replay process. Plain data: it crosses a process border. */
export interface ReplayJob {
  readonly exchanges: number;
  readonly rounds: number;
}

export interface ReplayResult {
  /** From text to being ready, in a process that has loaded nothing before. */
  readonly firstLoadMilliseconds: number;
  readonly loadMilliseconds: readonly number[];
  /** Median time to find the exchange of a request, of an exact and of a partial match, by round. */
  readonly exactMicroseconds: readonly number[];
  readonly partialMicroseconds: readonly number[];
  /** The first once more, by round. */
  readonly exactMicrosecondsAgain: readonly number[];
}

export type ReplayAnswer = { readonly result: ReplayResult } | { readonly error: string };
