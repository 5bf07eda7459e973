/**
 * The only way out: every request that the gateway itself makes goes through a client of this type,
 * so that one place decides which addresses it may call (`@model-gateway/egress`). Source: contract
 * §4.9.
 */
export interface HttpClient {
  (request: OutgoingRequest): Promise<IncomingResponse>;
  /**
   * Does the same with a body in pieces, which are sent one after another without being joined. Absent
   * where a client takes whole bodies only: callers then join them.
   */
  readonly sendPieces?: ((request: PiecedRequest) => Promise<IncomingResponse>) | undefined;
}

/** A request whose body is in several pieces of memory. */
export interface PiecedRequest extends Omit<OutgoingRequest, 'body'> {
  readonly body: readonly Uint8Array[];
  /**
   * Called once all of them have left this process and will not be sent again, by a client that can
   * tell; never after one that cannot, or if sending was broken off. Their memory may then be freed:
   * a client around another one that may send the same pieces twice does not pass this on.
   */
  readonly onLeft?: (() => void) | undefined;
}

/** A request that the gateway makes. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Aborts the call with its reason, even while the body is being read. */
  readonly signal: AbortSignal;
  /**
   * How many redirects are followed, each checked like the first address. With 0, the default, a
   * redirect is returned as the response.
   */
  readonly maxRedirects?: number;
  /** Called once the request's head is written to a connection. */
  readonly onDispatch?: () => void;
}

/** The response to a request that the gateway made. */
export interface IncomingResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body, decompressed, as it arrives. Leaving the loop early closes the connection; call the
   * iterator's `return()` for a body that you do not read.
   */
  readonly body: IncomingBody;
}

/** The bytes of a response as they arrive. */
export interface IncomingBody extends AsyncIterable<Uint8Array> {
  /**
   * Whether the chunks belong to the reader alone, who may then free their memory. Whatever passes
   * chunks on and may keep them leaves it out.
   */
  readonly isReadersOwn?: boolean;
}

/** The reason why a request was not made or not answered. Never contains credentials. */
export class EgressError extends Error {
  /**
   * `refused`: calling the address is not allowed. `invalid`: not a valid URL. `redirects`: too
   * many, or one that asks for a body again that cannot be repeated. `unreachable`: no connection, or the name does not resolve. `connect-timeout`: no
   * connection in time. `broken`: the connection ended before the response did.
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

/** Returns whether `value` is an `EgressError`, including one from another copy of this package. */
export function isEgressError(value: unknown): value is EgressError {
  return typeof value === 'object' && value !== null && EGRESS_BRAND in value;
}
