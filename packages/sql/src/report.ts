/** News for an operator that a request cannot carry. Each is reported once per occurrence. */
export type StoreReport =
  /** The database began to fail; not repeated until it has recovered. */
  | { readonly type: 'outage'; readonly of: 'reads' | 'writes'; readonly error: unknown }
  | { readonly type: 'recovered'; readonly of: 'reads' | 'writes'; readonly seconds: number }
  /** Notices of changes no longer come; they are found by polling until `listening`. */
  | { readonly type: 'listen-lost'; readonly error: unknown }
  | { readonly type: 'listening' }
  /** Secrets of destinations are stored as they are, because no key was given. */
  | { readonly type: 'secrets-in-clear'; readonly destinationId: string; readonly members: string }
  /** Reservations of processes that died were freed. */
  | { readonly type: 'reservations-swept'; readonly count: number }
  /** Work between requests failed; it is tried again. */
  | { readonly type: 'background-failed'; readonly task: string; readonly error: unknown };

/** Is called with what happens in the stores; it must not throw. */
export type OnReport = (report: StoreReport) => void;
