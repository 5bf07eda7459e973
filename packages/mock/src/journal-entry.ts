import type { OperationId } from '@model-gateway/core';

/**
 * A request that came to a tenant and what became of it. Plain and without secrets: keys, cookies
 * and the secrets of configs are masked, so that it can be logged and attached to reports.
 */
export interface JournalEntry {
  /** 1 is the first that came. */
  readonly number: number;
  /** Undefined for an unhandled request: one that is no operation of the gateway. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** With the base path, percent-encoded as it came. */
  readonly path: string;
  /** By name; repeats joined with `,`. */
  readonly query: Readonly<Record<string, string>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Parsed, or text where it is no JSON. Undefined where there is none, where it was too long to be
   * kept, and where the gateway refused the request before it read it, as for a wrong key.
   */
  readonly body: unknown;
  /**
   * What of it the gateway does not know and ignored, with what was probably meant:
   * `query parameter "limti"; did you mean "limit"?`.
   */
  readonly unknown: readonly string[];
  /**
   * The parts of an image request that the gateway changed or ignored, as no provider supports them
   * exactly: `aspect_ratio clamped to 16:9`, `background ignored`.
   */
  readonly adjusted: readonly string[];
  /** When it came, milliseconds since the Unix epoch by the tenant's clock. */
  readonly at: number;
  /** The rules that had a part in the answer, and `gateway` if it was asked, in this order. */
  readonly answeredBy: readonly string[];
  /** Undefined while there is no answer yet, for a broken connection and an unhandled request. */
  readonly status: number | undefined;
  /** From the request to the end of its answer, by the tenant's clock; undefined before that. */
  readonly durationMs: number | undefined;
  /** How far the answer came, if it is streamed. */
  readonly stream: StreamProgress | undefined;
}

/** How far a streamed answer came. */
export interface StreamProgress {
  /** Events that were sent; of a stream of bytes, its chunks. */
  readonly events: number;
  /**
   * `done`: with `[DONE]`; `clean-eof`: in good order, but without it; `abort`: the connection was
   * broken off; `client-left`: its reader was gone first.
   */
  readonly end: StreamEnd;
}

export type StreamEnd = 'open' | 'done' | 'clean-eof' | 'abort' | 'client-left';
