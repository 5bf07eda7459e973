import type { AnswerOptions } from '../../chat/answer-options.ts';
import type { AnswerPart, ChatAnswer, ChatFailure } from '../../chat/answer-parts.ts';
import { argsToJson } from '../../chat/answer-parts.ts';
import type { ChatPattern } from '../../chat/chat-pattern.ts';
import { diagnostic } from '../../diagnostics.ts';
import type { RuleJson } from '../../rules/json/rule-json-schema.ts';
import { chatToJson } from './pattern-to-json.ts';
import type { RemoteRule, RemoteRuleBuilder } from './remote-rules.ts';

type Step = ChatAnswer | ChatFailure;

/**
 * The words of `ChatBuilder` for a tenant in another process. Answers are data: `{{last}}`, `{{turn}}`
 * and `{{results.weather}}` in texts take the place of functions.
 */
export interface RemoteChatBuilder extends Omit<RemoteRuleBuilder<'chat'>, 'where' | 'as'> {
  say(answer: ChatAnswer, options?: AnswerOptions): Promise<RemoteRule>;
  call(name: string, args?: unknown, options?: AnswerOptions): Promise<RemoteRule>;
  json(value: unknown, options?: AnswerOptions): Promise<RemoteRule>;
  refuse(text: string, options?: AnswerOptions): Promise<RemoteRule>;
  script(...steps: readonly Step[]): Promise<RemoteRule>;
  inTurn(...steps: readonly Step[]): Promise<RemoteRule>;
}

/** Adds the words of conversations to those that every operation has. */
export function remoteChatBuilder(
  pattern: ChatPattern,
  builder: RemoteRuleBuilder<'chat'>,
  use: (rule: RuleJson) => Promise<RemoteRule>,
): RemoteChatBuilder {
  const where = { chat: chatToJson(pattern) };
  const add = (word: Partial<RuleJson>, options?: AnswerOptions) => {
    const times = options?.times === Infinity ? ('always' as const) : options?.times;
    const given = options && { ...options, times };
    return use({ on: 'chat', where, ...word, ...(given && { options: given }) } as RuleJson);
  };
  return {
    ...builder,
    say: (answer, options) => add({ say: stepToJson(answer) as RuleJson['say'] }, options),
    call: (name, args = {}, options) => add({ call: { [name]: argsToJson(args) } }, options),
    json: (value, options) => add({ json: value }, options),
    refuse: (text, options) => add({ refuse: text }, options),
    script: (...steps) => add({ script: steps.map(stepToJson) as RuleJson['script'] }),
    inTurn: (...steps) => add({ in_turn: steps.map(stepToJson) as RuleJson['in_turn'] }),
  };
}

/** An answer as a rule in JSON has it. Throws GW1606 for functions. */
function stepToJson(step: Step): unknown {
  if (typeof step === 'function') {
    const message =
      'a function cannot be sent to the mock as an answer: use templates such as {{last}}';
    throw diagnostic('GW1606', message);
  }
  if (typeof step === 'string') return step;
  return Array.isArray(step) ? step.map(partToJson) : partToJson(step as AnswerPart | ChatFailure);
}

function partToJson(part: AnswerPart | ChatFailure): unknown {
  if (typeof part === 'string') return { say: part };
  if (!('call' in part)) return part;
  const { call, args, ...more } = part;
  return { call: { [call]: argsToJson(args) }, ...more };
}
