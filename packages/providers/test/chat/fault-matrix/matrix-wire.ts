import { stream } from '../../scripts.ts';
import type { Script, Step } from '../../scripted-upstream.ts';

/** What an upstream may say went wrong, in an answer or in place of one. */
export type WireError =
  | 'overloaded'
  | 'server'
  /** To be asked again in seven seconds. */
  | 'limited'
  | 'quota'
  | 'policy'
  | 'parameter'
  | 'context'
  /** The model made something that nobody can use. */
  | 'generation';

/**
 * A wire as the matrix breaks it: its frames, of which the matrix makes streams. Frames of a binary wire
 * are texts of which each character is a byte.
 */
export interface MatrixWire {
  readonly isBinary?: boolean;
  /** A frame of this content, which may be none. */
  readonly raw: (content: string) => string;
  /** The beginning of a frame. */
  readonly half: string;
  /** What says nothing at all, and may come at any time. */
  readonly idle: string;
  /** An error that has no code. */
  readonly nameless: string;
  /** A sign of the end that does not count without a finish reason. */
  readonly mark: string;
  /** Says who answers, and nothing. */
  readonly ROLE: string;
  /** Says a text. */
  readonly says: (text: string) => string;
  /** Thinks "Hm". */
  readonly REASONING: string;
  /** A call of `f` whose end is not there yet; where calls come whole, nobody is told of it. */
  readonly CALL: string;
  /** What of it the client reads, and what that costs, in millionths of a dollar. */
  readonly called: { readonly said: string; readonly micros: number };
  /** Ends a call of `f`. */
  readonly CALLED: string;
  readonly FINISH: string;
  /** Ends an answer for the limit. */
  readonly LENGTH: string;
  /** Counts 9 and 5 tokens. */
  readonly USAGE: string;
  /** Whether the finish reason comes with the counts, and nothing is awaited behind it. */
  readonly finishCounts?: boolean;
  /** Whether counts mean nothing before the finish reason, and nothing is awaited behind them. */
  readonly endsWithCounts?: boolean;
  /** The mark behind everything; empty for a wire without one. */
  readonly END: string;
  /** An answer of text, reasoning and two calls, with letters of two, three and four bytes. */
  readonly GOOD: readonly string[];
  /** A member of every frame of text, for splitting frames into lines at it. */
  readonly member: string;
  /** What it has no word for within a stream. */
  readonly lacks?: WireError;
  /** A frame that says what went wrong. */
  readonly errorFrame: (error: WireError) => string;
  /** The same as a body in JSON. */
  readonly errorBody: (error: WireError) => object;
  /** Bodies that name a member which the adapter wrote by itself. */
  readonly strangers: readonly object[];
  /** A malformed answer in JSON. */
  readonly empty: object;
  /** "Hel", in one piece, with counts. */
  readonly whole: object;
}

/** What streams of events have in common. */
export const EVENTS = {
  raw: (content: string) => `data: ${content}\n\n`,
  half: 'data: {"choi',
  idle: ': ping\n\n',
  nameless: 'event: error\ndata: {"message":"x"}\n\n',
  mark: 'data: [DONE]\n\n',
} as const;

/** Frames as bytes. */
export function bytesOf({ isBinary }: Pick<MatrixWire, 'isBinary'>, frames: string): Buffer {
  return Buffer.from(frames, isBinary === true ? 'latin1' : 'utf8');
}

/** A stream of frames that are written separately; complete, unless `last` says otherwise. */
export function streamOf(
  wire: Pick<MatrixWire, 'isBinary'>,
  frames: readonly string[],
  last?: Step,
): Script {
  return stream(
    frames.map((frame) => bytesOf(wire, frame)),
    last,
  );
}

/** A frame whose data has its type. */
export const event = (type: string, members: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;

/** What OpenAI answers, over both of its interfaces. */
export const OPENAI_ERRORS: Readonly<Record<WireError, object>> = {
  overloaded: { code: 503, message: 'x' },
  server: { code: 'server_error', message: 'x' },
  limited: { code: 429, message: 'Retry in 7s' },
  quota: { code: 'insufficient_quota', message: 'No' },
  policy: { code: 'content_policy_violation', message: 'No.' },
  parameter: { code: 'invalid_value', message: 'No.', param: 'stop' },
  context: { code: 'context_length_exceeded', message: 'No.' },
  generation: { code: 'tool_use_failed', message: 'x' },
};
