/**
 * The gateway's own HTTP vocabulary. A gateway, a mock scenario, a recorder, a replayer and an
 * upstream proxy are all a `GatewayHandler`, so they compose by plain function calls.
 */

/**
 * Answers a request; resolves to undefined when the path is not the gateway's, and the host
 * continues.
 *
 * @example
 * const hello: GatewayHandler = async ({ path }) =>
 *   path === '/hello' ? jsonResponse({ hello: 'world' }) : undefined;
 */
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
   * Lower-case names; repeated headers are joined, or only the first is kept where the host does
   * that. A repeated `authorization` is always joined.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** Aborts when the client goes away. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Calls `listener` once the response has left this process or its connection is closed. Absent
   * where the adapter cannot tell: memory limits then count a response until it is returned.
   */
  readonly onSent?: ((listener: () => void) => void) | undefined;
  /**
   * The request as the host's framework has it, with what its middleware left there: the `req` of
   * node:http, Connect and Express, Koa's context, the `Request` of fetch or what `fetchGateway` was
   * given beside it. For `authenticate`; the gateway does not look at it. Source: contract §2.7.
   */
  readonly hostRequest?: unknown;
}

/** The body of a request: absent, not yet read, or already parsed by the host. */
export type RequestBody =
  | { readonly kind: 'none' }
  | UnreadBody
  /** A body parser of the host ran first. */
  | { readonly kind: 'parsed'; readonly value: unknown };

/** A body that was not yet read. It can be read once: whole, or as it arrives. */
export interface UnreadBody {
  readonly kind: 'bytes';
  /**
   * Resolves to the whole body. Rejects with `GatewayError('payloadTooLarge')` as soon as the body
   * exceeds the limit, and with the reason of the request's `signal` when the client leaves before
   * the body ends.
   */
  read(limitBytes: number): Promise<Uint8Array>;
  /**
   * Does the same, in pieces as they came, so that a large body is not copied. Absent where the body is
   * in one piece anyway.
   */
  readonly readPieces?: ((limitBytes: number) => Promise<readonly Uint8Array[]>) | undefined;
  /**
   * Frees the memory of the pieces that were read, as far as no other code of the host has them. To be
   * called when no code reads the body any more and no socket writes it. Absent where the host has not
   * said that its own code keeps none of them.
   */
  readonly free?: (() => void) | undefined;
  /**
   * Yields the body as it arrives and no faster than it is taken, and rejects as `read` does, with a
   * body that is announced too long before the first chunk. Ending the loop early stops reading.
   * Absent where the whole body is in memory.
   */
  readonly stream?: ((limitBytes: number) => AsyncIterable<Uint8Array>) | undefined;
}

/** A response as an adapter sends it out. */
export interface GatewayResponse {
  readonly status: number;
  /** Lower-case names. `content-type` and `content-length` come from the body when absent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Lines of `set-cookie`, which cannot be joined as other repeated headers. */
  readonly cookies?: readonly string[];
  readonly body: ResponseBody;
}

/** The body of a response: none, a JSON value, ready bytes, server-sent events, or a byte stream. */
export type ResponseBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Already serialised; the parts are written in order, in one go. */
  | {
      readonly kind: 'bytes';
      /** Code that keeps them longer than it takes to send them copies them. */
      readonly parts: readonly Uint8Array[];
      readonly contentType: string;
      /**
       * Called by an adapter that can tell when all parts have left, and that no other code sends or
       * reads them. The memory of the parts may then be freed.
       */
      readonly onSent?: (() => void) | undefined;
    }
  | {
      readonly kind: 'events';
      readonly events: AsyncIterable<ServerSentEvent>;
      /**
       * Aborts when the response is over although its client does not read: an adapter that is
       * waiting for the client then closes the connection. From then on `events` rejects.
       */
      readonly signal?: AbortSignal | undefined;
      /**
       * Called by an adapter that can tell when all bytes of an event have left, and that no other
       * code sends or reads them, before it takes the next one. The memory of its `dataParts` may then
       * be freed. If present, such an adapter waits for that after each event.
       */
      readonly onSent?: (() => void) | undefined;
    }
  /** Bytes sent as they arrive, for recorded or proxied streams that are not parsed. */
  | {
      readonly kind: 'stream';
      readonly chunks: AsyncIterable<Uint8Array>;
      readonly contentType: string;
      /** As that of `events`. */
      readonly signal?: AbortSignal | undefined;
    };

/** One event of a `text/event-stream`. */
export interface ServerSentEvent {
  /** The position that a client sends back as `last-event-id`; one line. */
  readonly id?: string;
  /** The type that listeners of an `EventSource` ask for; one line. `message` for clients if absent. */
  readonly event?: string;
  /** The payload; each of its lines becomes a `data:` line. */
  readonly data?: string;
  /**
   * A payload of one line as bytes, for data too large to become a string first. Code that keeps
   * them longer than it takes to send them copies them.
   */
  readonly dataParts?: Iterable<Uint8Array>;
  /** Sent as a `:` line, which clients ignore; keeps idle connections open. */
  readonly comment?: string;
}
