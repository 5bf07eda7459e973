import type * as v from 'valibot';
import { checkNames } from '../../check-names.ts';
import type { Duration } from '../../clock/virtual-clock.ts';
import type { StreamEnding } from '../../streams/endings.ts';
import type { Action, TimesOption } from '../action.ts';
import type { WireFault } from '../wire-fault.ts';
import type { AnyOperation } from '../operation-types.ts';
import type { ActionDefinition } from './define-action.ts';
import { DELAY } from './delay.ts';
import { END, type EndOptions } from './end.ts';
import {
  FAIL,
  FAIL_ALWAYS,
  type FailAlwaysOptions,
  type FailOptions,
  type FailureStatus,
} from './fail.ts';
import { FAULT } from './fault.ts';
import { RELATE, type Related } from './relate.ts';
import { REPLY, type Reply, type ReplyFunction } from './reply.ts';

/** The arguments of each word of `on(…)`, from which the words themselves are made. */
export interface WordArguments<Operation extends AnyOperation, Fault extends WireFault> {
  /**
   * Answers one request, or `times`, with an error of the gateway. Its headers ask clients to retry
   * at once, so that retries take no time.
   */
  readonly fail: readonly [status: FailureStatus, options?: FailOptions | undefined];
  /** The same for every request, until the rule is removed. Some SDKs try again for an hour. */
  readonly failAlways: readonly [status: FailureStatus, options?: FailAlwaysOptions | undefined];
  /** Keeps one request, or `times`, waiting on the tenant's clock; then it is answered as usual. */
  readonly delay: readonly [duration: Duration, options?: TimesOption | undefined];
  /** Answers one request, or `times`, with this, or with what this function makes of the request. */
  readonly reply: readonly [
    reply: Reply | ReplyFunction<Operation>,
    options?: TimesOption | undefined,
  ];
  /** Breaks the answer to one request, or `times`, below HTTP or in its framing. */
  readonly fault: readonly [fault: Fault, options?: TimesOption | undefined];
  /**
   * Ends the stream of one answer, or `times`, in this way: for createImage, and requests with
   * `stream: true`.
   */
  readonly end: readonly [ending: StreamEnding, options?: EndOptions | undefined];
  /**
   * Brings two texts near each other in embeddings and rankings, until the rule is removed: for
   * createEmbeddings, createRerank, and `embeddings`, which is both.
   */
  readonly relate: readonly [related: Related, options?: TimesOption | undefined];
}

/** Every action of rules, by its word. */
export const ACTIONS = {
  fail: FAIL,
  failAlways: FAIL_ALWAYS,
  delay: DELAY,
  reply: REPLY,
  fault: FAULT,
  end: END,
  relate: RELATE,
} as const satisfies {
  readonly [Word in ActionWord]: ActionDefinition<ArgumentsOf<Word>, v.GenericSchema>;
};

export type ActionWord = keyof WordArguments<AnyOperation, WireFault>;
export type ArgumentsOf<Word extends ActionWord> = WordArguments<AnyOperation, WireFault>[Word];

/** The JSON of a word. */
export type ActionJson<Word extends ActionWord> = Parameters<(typeof ACTIONS)[Word]['fromJson']>[0];

// Object.keys forgets that these are the keys.
export const ACTION_WORDS = Object.keys(ACTIONS) as ActionWord[];

/** Creates the action of a word. Throws GW1211 for an option that it does not have. */
export function createAction(word: ActionWord, args: readonly unknown[]): Action<WireFault> {
  const { create, options } = definitionOf(word);
  const [, given = {}] = args;
  checkNames('GW1211', `${word}()`, given, Object.keys(options));
  return create(...args);
}

/** The definition of a word, for arguments and JSON that are known to be its own. */
export function definitionOf(word: ActionWord): AnyAction {
  // Every definition takes its own arguments; its callers have them from the types of the words.
  return ACTIONS[word];
}

interface AnyAction {
  readonly options: Readonly<Record<string, true>>;
  create(...args: readonly unknown[]): Action<WireFault>;
  fromJson(json: unknown): readonly unknown[];
  toJson(...args: readonly unknown[]): unknown;
}
