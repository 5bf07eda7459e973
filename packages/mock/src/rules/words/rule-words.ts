import type { WireFault } from '../wire-fault.ts';
import {
  ACTION_WORDS,
  type ActionWord,
  type ArgumentsOf,
  type WordArguments,
} from '../actions/index.ts';
import type { AnyOperation } from '../operation-types.ts';
import type { RequestPattern } from '../request-pattern.ts';

/** The actions of rules as methods; each returns what becomes of its rule. */
export type RuleWords<Operation extends AnyOperation, Fault extends WireFault, Result> = {
  readonly [Word in keyof WordArguments<Operation, Fault>]: (
    ...args: WordArguments<Operation, Fault>[Word]
  ) => Result;
};

/** Selects the requests of a rule, before a word sets what happens to them. */
export interface RuleScoping<Operation extends AnyOperation, Self> {
  /**
   * Limits the rule to requests like this. Of two calls, both apply.
   *
   *     t.on('createImage').where({ body: { prompt: { contains: 'panda' } } }).fail(429);
   */
  where(pattern: RequestPattern<Operation>): Self;
  /** Names the rule in the journal and in `x-mock-rule`. */
  as(id: string): Self;
}

/** Creates the words; each passes its arguments to `act`. */
export function wordsOf<Operation extends AnyOperation, Fault extends WireFault, Result>(
  act: (word: ActionWord, args: ArgumentsOf<ActionWord>) => Result,
): RuleWords<Operation, Fault, Result> {
  const words = ACTION_WORDS.map((word) => [
    word,
    (...args: ArgumentsOf<ActionWord>) => act(word, args),
  ]);
  // One method for each of the words; callers of each are held to what it takes.
  return Object.fromEntries(words) as RuleWords<Operation, Fault, Result>;
}
