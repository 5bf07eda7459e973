import type { FailureChoice } from './failures.ts';
import type { Cut } from './pieces.ts';

/** A part of an answer, as `say`, `call`, `reason`, `refuse` and `json` make them. */
export type AnswerPart = (
  | ({ readonly say: string } & OwnCut)
  | ({ readonly reason: string } & OwnCut)
  | ({ readonly refuse: string } & OwnCut)
  | { readonly call: string; readonly args: unknown }
  /** Undefined for a sample of the schema that the request asks for. */
  | { readonly json: unknown }
) & {
  /** Its answer is given although the request does not allow it: for steps of scripts. */
  readonly unchecked?: true | undefined;
};

/** The pieces of a part, where they are not those of the answer. */
interface OwnCut {
  readonly by?: Cut | undefined;
}

/** What a model answers: text, or its parts in order. */
export type ChatAnswer = string | AnswerPart | readonly AnswerPart[];

/** An answer with an error, in a script. */
export interface ChatFailure {
  readonly fail: FailureChoice;
}

/** Text that is sent as the arguments of a call although it may not be JSON. */
export interface RawText {
  readonly raw: string;
}

/** Marks such text, because `{ raw }` may as well be arguments. */
export class Raw implements RawText {
  readonly raw: string;
  constructor(text: string) {
    this.raw = text;
  }
}

/** Makes text of an answer. */
export function say(text: string): AnswerPart {
  return { say: text };
}

/** Makes a call of a tool. */
export function call(name: string, args: unknown = {}): AnswerPart {
  return { call: name, args };
}

/** Makes reasoning that the model shows. */
export function reason(text: string): AnswerPart {
  return { reason: text };
}

/** Makes a refusal of the model itself. */
export function refuse(text = REFUSAL): AnswerPart {
  return { refuse: text };
}

/** Makes JSON that fits the request's schema: this value, or a sample. */
export function json(value?: unknown): AnswerPart {
  return { json: value };
}

/**
 * Makes arguments that are sent as they are, for models that write invalid JSON: the gateway passes
 * such a call on as one that the limit of tokens cut off, with the finish reason `length`.
 */
export function raw(text: string): RawText {
  return new Raw(text);
}

/**
 * Returns the arguments that JSON says: of a tool they are an object, so text is sent as it is, and
 * null is an empty one.
 */
export function argsFromJson(args: unknown): unknown {
  return typeof args === 'string' ? raw(args) : (args ?? {});
}

/** Returns arguments as JSON says them. */
export function argsToJson(args: unknown): unknown {
  if (args instanceof Raw) return args.raw;
  return typeof args === 'string' ? JSON.stringify(args) : args;
}

/** Makes an error of the provider, as a step of a script. */
export function fail(failure: FailureChoice): ChatFailure {
  return { fail: failure };
}

const REFUSAL = "I can't help with that.";

export function isFailure(step: object): step is ChatFailure {
  return 'fail' in step;
}

/** The parts of an answer. */
export function partsOf(answer: ChatAnswer): readonly AnswerPart[] {
  if (typeof answer === 'string') return [{ say: answer }];
  return isList(answer) ? answer : [answer];
}

/** `Array.isArray` does not tell a list that cannot be changed from its items. */
function isList(answer: ChatAnswer): answer is readonly AnswerPart[] {
  return Array.isArray(answer);
}
