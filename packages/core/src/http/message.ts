/**
 * The gateway's own HTTP vocabulary. A gateway, a mock scenario, a recorder, a replayer and an
 * upstream proxy are all a `GatewayHandler`, so they compose by plain function calls.
 */

/** Answers a request, or resolves to undefined when it is not the gateway's (the host goes on). */
export type GatewayHandler = (request: GatewayRequest) => Promise<GatewayResponse | undefined>;

/** A request as an adapter hands it in. */
export interface GatewayRequest {
  /** Upper case. */
  readonly method: string;
  /** Relative to the mount, with a leading slash, still percent-encoded. */
  readonly path: string;
  /** `''` or `'?…'`, still percent-encoded. */
  readonly search: string;
  /** What the host stripped from the path: `''` or for example `'/v1'`. Used for `links.next`. */
  readonly mount: string;
  /**
   * Lower-case names; repeats joined, or the first of them where the host keeps only that. All of a
   * repeated `authorization` are there.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** Aborts when the client goes away. */
  readonly signal?: AbortSignal | undefined;
}

export type RequestBody =
  | { readonly kind: 'none' }
  /**
   * Not read yet. `read` rejects with `GatewayError('payloadTooLarge')` past the limit, at once, and
   * with the reason of the request's `signal` when the client leaves before the end of its body.
   */
  | { readonly kind: 'bytes'; read(limitBytes: number): Promise<Uint8Array> }
  /** A body parser of the host ran first. */
  | { readonly kind: 'parsed'; readonly value: unknown };

/** A response as an adapter sends it out. */
export interface GatewayResponse {
  readonly status: number;
  /** Lower-case names. `content-type` and `content-length` come from the body when absent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ResponseBody;
}

export type ResponseBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Serialised already; the parts are written one after the other, in one go. */
  | {
      readonly kind: 'bytes';
      readonly parts: readonly Uint8Array[];
      readonly contentType: string;
    }
  | {
      readonly kind: 'events';
      readonly events: AsyncIterable<ServerSentEvent>;
      /**
       * Aborts when the response is over although its client does not read: an adapter that waits
       * for the client then breaks off the connection. `events` rejects from there on.
       */
      readonly signal?: AbortSignal | undefined;
    }
  /** Bytes that are sent as they come, for what is not ours to take apart: recorded, or passed on. */
  | {
      readonly kind: 'stream';
      readonly chunks: AsyncIterable<Uint8Array>;
      readonly contentType: string;
    };

/** One event of a `text/event-stream`. */
export interface ServerSentEvent {
  /** The payload; each of its lines becomes a `data:` line. */
  readonly data?: string;
  /** A payload of one line as bytes, for what is too large to be made a string first. */
  readonly dataParts?: Iterable<Uint8Array>;
  /** Sent as a `:` line, which clients ignore; keeps idle connections open. */
  readonly comment?: string;
}
