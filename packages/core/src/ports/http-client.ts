/**
 * The one way out: every request that the gateway makes of its own goes through a client of this
 * type, so that one place decides where it may go (`@model-gateway/egress`). Source: contract §4.9.
 */
export type HttpClient = (request: OutgoingRequest) => Promise<IncomingResponse>;

export interface OutgoingRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Ends the call with its reason, also while the body is read. */
  readonly signal: AbortSignal;
  /**
   * How many redirects are followed, each checked like the first address. With 0, the default, a
   * redirect is handed back as the answer.
   */
  readonly maxRedirects?: number;
  /** Called once the request's head is written to a connection. */
  readonly onDispatch?: () => void;
}

export interface IncomingResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body, decompressed, as it comes. Leaving the loop early closes the connection, and so does
   * the iterator's `return()` for a body that nobody reads.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Why a request was not made or not answered; never holds credentials. */
export class EgressError extends Error {
  /**
   * `refused`: the address may not be called. `invalid`: the URL is none. `redirects`: too many.
   * `unreachable`: no connection or no name. `connect-timeout`: no connection in time.
   * `broken`: the connection ended before the answer did.
   */
  readonly reason:
    | 'refused'
    | 'invalid'
    | 'redirects'
    | 'unreachable'
    | 'connect-timeout'
    | 'broken';

  constructor(reason: EgressError['reason'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EgressError';
    this.reason = reason;
    Object.defineProperty(this, EGRESS_BRAND, { value: true });
  }
}

const EGRESS_BRAND = Symbol.for('@model-gateway/egress-error');

/** Whether `value` is an `EgressError`, also one of another copy of this package. */
export function isEgressError(value: unknown): value is EgressError {
  return typeof value === 'object' && value !== null && EGRESS_BRAND in value;
}
