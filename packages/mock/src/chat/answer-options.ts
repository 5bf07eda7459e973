import { checkNames } from '../check-names.ts';
import type { LatencySpan } from '../latency/latency-times.ts';
import type { Cut } from './pieces.ts';

/** How an answer is given. */
export interface AnswerOptions {
  /** For how many requests, retries left out; for all by default. */
  readonly times?: number | undefined;
  /** How a stream says it; by default in words, at the tenant's latency. */
  readonly pace?: Pace | undefined;
  /** Why the model stopped; by default what follows from the answer. */
  readonly finish?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | undefined;
  /** Counts in place of those of `countTokens`. */
  readonly usage?: AnswerUsage | undefined;
  /** What the answer costs, USD; by default by the prices of the model. */
  readonly cost?: number | undefined;
  /** Answers although the request does not allow it, or asks for fewer tokens. */
  readonly unchecked?: true | undefined;
}

/** How a stream says an answer. */
export interface Pace {
  /** What a piece is: a word, a token, a character, or this many characters; a list has those of each. */
  readonly by?: Cut | undefined;
  /** Until the first piece, and until each after it. */
  readonly first?: LatencySpan | undefined;
  readonly every?: LatencySpan | undefined;
}

/** Tokens of an answer. */
export interface AnswerUsage {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cached?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** Throws GW1211 for options of other names. */
export function checkAnswerOptions(word: string, options: AnswerOptions): void {
  const check = (place: string, given: object | undefined, names: readonly string[]) => {
    if (given !== undefined) checkNames('GW1211', place, given, names);
  };
  check(`${word}()`, options, ['times', 'pace', 'finish', 'usage', 'cost', 'unchecked']);
  check(`pace of ${word}()`, options.pace, ['by', 'first', 'every']);
  check(`usage of ${word}()`, options.usage, ['input', 'output', 'cached', 'reasoning']);
}
