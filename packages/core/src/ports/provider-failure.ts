/** The class of a provider's failure, by what it means for the client. */
export type FailureClass =
  /** The provider rejects a parameter of the request. */
  | 'parameter'
  /** It does not know a member that its adapter wrote by itself: a mistake of the adapter's. */
  | 'adapter'
  /** It refuses the content. */
  | 'policy'
  /** The request is longer than this endpoint takes; one with a larger window may take it. */
  | 'context'
  /** The model made something unusable, such as a broken tool call; it may do better again. */
  | 'generation'
  /** It refuses our credential (401, 402, 403). */
  | 'credential'
  /** It does not have the model. */
  | 'model'
  /** It exceeded its own time limit or ours. */
  | 'timeout'
  | 'too-large'
  | 'rate-limited'
  /** It was unreachable, closed the connection early, or answered 500, 502 or 504. */
  | 'server'
  /** It answered with success, but not with what was asked for. */
  | 'malformed'
  /** Its stream ended without the sign of its end. */
  | 'cut-off'
  /** It answered 503 or 529. */
  | 'overloaded';

/**
 * An error thrown by a provider. Clients see its message, so it must not contain a URL or a key.
 */
export class ProviderFailure extends Error {
  readonly failure: FailureClass;
  /** The wait that the provider asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    failure: FailureClass,
    message: string,
    options: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProviderFailure';
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs;
    Object.defineProperty(this, FAILURE_BRAND, { value: true });
  }
}

const FAILURE_BRAND = Symbol.for('@model-gateway/provider-failure');

/**
 * Returns whether `value` is a `ProviderFailure`, including one from another copy of this package.
 */
export function isProviderFailure(value: unknown): value is ProviderFailure {
  return typeof value === 'object' && value !== null && FAILURE_BRAND in value;
}
