/** What is measured of one database: ours, and the same statements without us. */
export interface StoresJob {
  /** `sqlite:FILE` or `postgres://…`. */
  readonly location: string;
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly rounds: number;
}

export interface StoresResult {
  /** Bare by ours, a ratio per round. */
  readonly patch: readonly number[];
  readonly reserveAndSettle: readonly number[];
  /** Until another process saw a new catalog: told by LISTEN, and found by polling alone. */
  readonly seenByListen: readonly number[];
  readonly seenByPolling: readonly number[];
}

export type StoresAnswer = { readonly result: StoresResult } | { readonly error: string };
