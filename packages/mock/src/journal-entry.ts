import type { ChatMessage } from '@model-gateway/core/chat';
import type { TargetName } from './route-name.ts';

/**
 * A request to a tenant and its outcome. Plain and without secrets: keys, cookies and the secrets
 * of configs are masked, so that it can be logged and attached to reports.
 */
export interface JournalEntry {
  /** Position among the tenant's requests; 1 is the first. */
  readonly number: number;
  /**
   * The operation, or the route of a rule: `POST /moderations`. Undefined for an unhandled
   * request: one that matches neither.
   */
  readonly operation: TargetName | undefined;
  readonly method: string;
  /** With the base path, percent-encoded as received. */
  readonly path: string;
  /** By name; repeats joined with `,`. */
  readonly query: Readonly<Record<string, string>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Parsed, or text if it is not JSON. Undefined without a body, if it was too long to be kept, and
   * if the gateway refused the request before reading it, as for a wrong key.
   */
  readonly body: unknown;
  /**
   * Parts of the request that the gateway does not know and ignored, with the likely names: `query
   * parameter "limti"; did you mean "limit"?`.
   */
  readonly unknown: readonly string[];
  /**
   * The parts of an image request that the gateway changed or ignored, as no provider supports them
   * exactly: `aspect_ratio clamped to 16:9`, `background ignored`.
   */
  readonly adjusted: readonly string[];
  /** When it was received, milliseconds since the Unix epoch by the tenant's clock. */
  readonly at: number;
  /** The rules that took part in the answer, and `gateway` if it did, in this order. */
  readonly answeredBy: readonly string[];
  /** Undefined before the answer, for a broken connection and an unhandled request. */
  readonly status: number | undefined;
  /** From the request to the end of its answer, by the tenant's clock; undefined before that. */
  readonly durationMs: number | undefined;
  /** The progress of a streamed answer. */
  readonly stream: StreamProgress | undefined;
  /** The conversation that it continues; undefined for others, and for what the gateway refuses. */
  readonly chat?: JournaledConversation | undefined;
  /** What the client heard of the model's answer, as much as came. */
  readonly answer?: JournaledAnswer | undefined;
  /** Tokens as the client was told them. */
  readonly usage?: JournaledUsage | undefined;
  /** What it cost, USD, as the client was told. */
  readonly cost?: number | undefined;
}

/** A conversation in the journal: what rules see of it, without secrets. */
export interface JournaledConversation {
  readonly dialect: 'openai' | 'anthropic' | 'responses';
  /** Id of the model, in the client's words. */
  readonly model: string;
  /** All instructions, joined by a blank line. */
  readonly system: string;
  readonly messages: readonly ChatMessage[];
  /** What the user said last. */
  readonly last: string;
  /** What tools have returned since then: text by the name of the tool, and by the id of the call. */
  readonly results: Readonly<Record<string, string>>;
  /** The names of the tools that are offered. */
  readonly tools: readonly string[];
  /** The tokens of the input, estimated. */
  readonly tokens: number;
  /** How often the user has spoken; 1 for the first question. */
  readonly turn: number;
}

/** What a client heard of an answer, whichever dialect it came in. */
export interface JournaledAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  /** Calls of tools in their order; arguments that are not JSON are text. */
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  /** Why the model stopped, in the words of the dialect. */
  readonly finish: string | undefined;
}

/** Tokens as a client was told them. */
export interface JournaledUsage {
  /** All of the input, with those that the prompt cache had (`cached`) and took in (`written`). */
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly written: number;
  readonly reasoning: number;
}

/** The progress of a streamed answer. */
export interface StreamProgress {
  /** Events that were sent; of a stream of bytes, its chunks. */
  readonly events: number;
  /**
   * `done`: with its last event, `[DONE]` or what the dialect has for it; `clean-eof`: in good order,
   * but without it; `abort`: the connection was
   * broken off; `client-left`: its reader was gone first.
   */
  readonly end: StreamEnd;
}

/** How a stream ended, or `open` while it has not. */
export type StreamEnd = 'open' | 'done' | 'clean-eof' | 'abort' | 'client-left';
