import type { AnswerUsage } from './answer-options.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { StreamEnding } from '../streams/endings.ts';
import type { StreamError } from '../streams/stream-error.ts';

/**
 * The stream of a conversation that the test holds: its client hears what the test sends, when the
 * test sends it, in the dialect that it speaks. As with the streams of images, each method waits for
 * the request, resolves once the event is on the socket, and rejects when that cannot be.
 */
export interface HeldChat {
  /** The journal entry of the request, as soon as it is received. */
  readonly request: Promise<JournalEntry>;
  /** Sends a piece of text. */
  text(text: string): Promise<void>;
  /** Sends a piece of reasoning. */
  reason(text: string): Promise<void>;
  /** Sends a piece of a refusal. */
  refuse(text: string): Promise<void>;
  /** Begins a call of a tool. Rejects with GW1213 for one that the request does not offer. */
  call(name: string): Promise<HeldCall>;
  /** Says that the answer is whole, with the finish that follows from it. */
  complete(options?: HeldCompletion): Promise<void>;
  /** Ends the stream with an error of the provider; by default one that broke off. */
  error(error?: StreamError): Promise<void>;
  /** Ends the stream in one of the named ways. */
  end(ending: StreamEnding): Promise<void>;
}

/** A call of a tool whose arguments are still to be said. */
export interface HeldCall {
  /** Sends a piece of the arguments, which together have to be JSON. */
  args(text: string): Promise<void>;
}

/** What is said of an answer when it is whole. */
export interface HeldCompletion {
  /** Counts in place of those of `countTokens`. */
  readonly usage?: AnswerUsage | undefined;
  /** What the answer costs, USD; by default by the prices of the model. */
  readonly cost?: number | undefined;
}
