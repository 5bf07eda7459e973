/** The measurements of one database: through our stores, and the same statements without them. */
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
  /** Time until another process saw a new catalog: by LISTEN, and by polling alone. */
  readonly seenByListen: readonly number[];
  readonly seenByPolling: readonly number[];
}
