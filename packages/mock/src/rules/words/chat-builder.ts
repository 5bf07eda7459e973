import { isJsonObject } from '@model-gateway/core/kit';
import type { AnswerOptions } from '../../chat/answer-options.ts';
import {
  call as callOf,
  json as jsonOf,
  refuse as refuseOf,
  type AnswerPart,
  type ChatAnswer,
} from '../../chat/answer-parts.ts';
import { chatPatternProblem, type ChatPattern } from '../../chat/chat-pattern.ts';
import { diagnostic } from '../../diagnostics.ts';
import { chatRule, type ChatWord } from '../chat/chat-rule.ts';
import type { ChatFunction, ChatStep } from '../chat/chat-step.ts';
import type { RuleBook } from '../rule-book.ts';
import type { RuleHandle } from '../rule-handle.ts';
import type { ResponseFault, WireFault } from '../wire-fault.ts';
import { toRuleBuilder, type RuleBuilder } from './rule-builder.ts';
import type { RuleTemplate } from './rule-template.ts';

/** The answers to conversations. Each applies until it is removed, or for `times` requests. */
export interface ChatWords {
  /** Answers with text, with parts, or with what a function makes of the conversation. */
  say(answer: ChatAnswer | ChatFunction, options?: AnswerOptions): RuleHandle;
  /** Calls a tool, once: requests that have its result pass on to the next rule. */
  call(name: string, args?: unknown, options?: AnswerOptions): RuleHandle;
  /** Calls several tools at once: arguments by name, or a list of what `call()` returns. */
  call(
    calls: Readonly<Record<string, unknown>> | readonly AnswerPart[],
    options?: AnswerOptions,
  ): RuleHandle;
  /** Answers with JSON that fits the schema of the request: this value, or a sample. */
  json(value?: unknown, options?: AnswerOptions): RuleHandle;
  /** Refuses as a model does, with a 200. */
  refuse(text?: string, options?: AnswerOptions): RuleHandle;
  /** Answers step by step: how often the assistant has spoken in the transcript says which is due. */
  script(...steps: readonly ChatStep[]): RuleHandle;
  /** Answers request by request, repeated ones left out; the last step repeats. */
  inTurn(...steps: readonly ChatStep[]): RuleHandle;
}

/** Selects conversations of a tenant; each word adds a rule for them, in front of all others. */
export type ChatBuilder<Fault extends WireFault = ResponseFault> = Omit<
  RuleBuilder<'chat', Fault>,
  'where' | 'as'
> &
  ChatWords & {
    where(pattern: Parameters<RuleBuilder<'chat', Fault>['where']>[0]): ChatBuilder<Fault>;
    as(id: string): ChatBuilder<Fault>;
  };

/** A builder for the conversations that a pattern is about. Throws GW1204 for an invalid one. */
export function toChatBuilder<Fault extends WireFault>(
  template: RuleTemplate<'chat'>,
  pattern: ChatPattern,
  book: Pick<RuleBook, 'add'>,
  disposed: AbortSignal,
): ChatBuilder<Fault> {
  const problem = chatPatternProblem(pattern);
  if (problem !== undefined) throw diagnostic('GW1204', problem);
  const add = (word: ChatWord, steps: readonly ChatStep[], options?: AnswerOptions) =>
    book.add(chatRule(template, pattern, word, steps, options));
  return {
    ...toRuleBuilder<'chat', Fault>(template.where({ chat: pattern }), book, disposed),
    where: (more) => toChatBuilder(template.where(more), pattern, book, disposed),
    as: (id) => toChatBuilder(template.as(id), pattern, book, disposed),
    say: (answer, options) => add('say', [answer], options),
    json: (value, options) => add('json', [jsonOf(value)], options),
    refuse: (text, options) => add('refuse', [refuseOf(text)], options),
    call(what: unknown, ...rest: readonly unknown[]) {
      const isOne = typeof what === 'string';
      const step = isOne ? callOf(what, rest[0]) : callsOf(what);
      // What follows the arguments, or the calls; its names are checked.
      return add('call', [step], rest[isOne ? 1 : 0] ?? {});
    },
    script: (...steps) => add('script', steps),
    inTurn: (...steps) => add('inTurn', steps),
  };
}

function callsOf(calls: unknown): readonly AnswerPart[] {
  // The parts of a list are checked where the rule is made.
  if (Array.isArray(calls)) return calls as readonly AnswerPart[];
  const byName = isJsonObject(calls) ? calls : {};
  return Object.entries(byName).map(([name, args]) => callOf(name, args));
}
