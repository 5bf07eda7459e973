import { conditionsOf, type ChatPattern } from '../../chat/chat-pattern.ts';
import type { AnswerOptions } from '../../chat/answer-options.ts';
import type { Rule } from '../rule.ts';
import { toRule, type RuleScope } from '../to-rule.ts';
import { chatAction, type ChatPlan } from './chat-action.ts';
import type { ChatStep } from './chat-step.ts';

/** Which step a request gets, by the word of the rule. */
const KINDS = {
  say: { by: 'first', after: 'repeat' },
  json: { by: 'first', after: 'repeat' },
  refuse: { by: 'first', after: 'repeat' },
  call: { by: 'transcript', after: 'pass' },
  script: { by: 'transcript', after: 'refuse' },
  inTurn: { by: 'turn', after: 'repeat' },
} as const satisfies Readonly<Record<string, Pick<ChatPlan, 'by' | 'after'>>>;

/** A word of rules for conversations that answers. */
export type ChatWord = keyof typeof KINDS;

// Its own keys.
export const CHAT_WORDS = Object.keys(KINDS) as ChatWord[];

/** What selects the conversations of a rule beside its pattern. */
interface Conversations {
  where(pattern: { readonly chat: ChatPattern }): { readonly scope: RuleScope };
}

/** Makes a rule that answers the conversations of a template that are like the pattern. */
export function chatRule(
  template: Conversations,
  pattern: ChatPattern,
  word: ChatWord,
  steps: readonly ChatStep[],
  options: AnswerOptions = {},
): Rule<never> {
  const kind = KINDS[word];
  // Where the user said it may be further back than the last words.
  const { user: _user, ...rest } = conditionsOf(pattern);
  const { scope } = template.where({ chat: kind.by === 'transcript' ? rest : pattern });
  return toRule(scope, chatAction({ word, steps, options, pattern, ...kind }));
}
