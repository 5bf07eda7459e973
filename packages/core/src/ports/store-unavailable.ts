/**
 * A store that cannot answer now: away, locked, full, read-only, or slower than its deadline. What
 * a store rejects with, so that clients try again. The text names no host, no user and no password;
 * what the driver said is in `cause`. Source: contract §1.9.
 */
export class StoreUnavailableError extends Error {
  /** Whether trying again soon may help, as it does not where a file may only be read. */
  readonly reason: 'away' | 'deadline' | 'busy' | 'full' | 'read-only' | 'broken';

  constructor(reason: StoreUnavailableError['reason'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreUnavailableError';
    this.reason = reason;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

const BRAND = Symbol.for('@model-gateway/store-unavailable');

/**
 * Returns whether `value` is a `StoreUnavailableError`, also one of another copy of this package.
 */
export function isStoreUnavailable(value: unknown): value is StoreUnavailableError {
  return typeof value === 'object' && value !== null && BRAND in value;
}
