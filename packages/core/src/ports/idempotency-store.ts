/**
 * Remembers what became of requests that have an idempotency key, so that none runs twice. Keys are
 * hashes; an answer is text that only the gateway reads. Source: contract §12.13.
 */
export interface IdempotencyStore {
  /**
   * Claims a key in one atomic step: of requests at the same time one runs. A claim ends with
   * `finish`, or by itself after `leaseMs`, when its process must be dead.
   */
  begin(key: string, bodyHash: string, leaseMs: number): Promise<IdempotencyStanding>;
  /**
   * Ends a claim: keeps the answer for `keepMs`, or frees the key where it is undefined. Does nothing
   * once the claim has ended, even if another request holds the key now.
   */
  finish(claim: IdempotencyClaim, answer: string | undefined, keepMs: number): Promise<void>;
}

/** What is known of a key. */
export type IdempotencyStanding =
  | { readonly state: 'claimed'; readonly claim: IdempotencyClaim }
  /** The same request runs. */
  | { readonly state: 'running' }
  /** The key belongs to a request with another body, which runs or has its answer. */
  | { readonly state: 'other-body' }
  | { readonly state: 'answered'; readonly answer: string };

/** The right to run the request of a key. */
export interface IdempotencyClaim {
  readonly key: string;
  /** Distinguishes it from an earlier claim of the same key. */
  readonly id: string;
}
