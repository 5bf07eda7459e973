import * as v from 'valibot';
import { toSnakeCase } from '../../rename-keys.ts';
import { present } from '@model-gateway/core/kit';
import { diagnostic } from '../../diagnostics.ts';
import { isRouteName } from '../../route-name.ts';
import type { Action } from '../action.ts';
import type { AnyOperation } from '../operation-types.ts';
import { on, onOperation, type RuleTemplate } from '../words/rule-template.ts';
import type { Rule } from '../rule.ts';
import { toRule } from '../to-rule.ts';
import { ACTION_WORDS, createAction, definitionOf, type ActionWord } from '../actions/index.ts';
import { optionsFromJson, stepsFromJson } from '../chat/chat-json.ts';
import { CHAT_WORDS, chatRule, type ChatWord } from '../chat/chat-rule.ts';
import { problemOf } from './json-problem.ts';
import { requestPatternFromJson } from './pattern-from-json.ts';
import { RuleJsonSchema } from './rule-json-schema.ts';

/**
 * Reads a rule from JSON. It has the same members as in code, with names like `retry_after`, with
 * `"always"` for `Infinity`, `{"matches": "^red"}` for a RegExp and `{"absent": true}` for
 * `undefined`:
 *
 *     {"on": "createImage", "where": {"body": {"n": 2}}, "fail": {"status": 529, "times": 2}}
 *
 * Throws GW1210, and the errors that the words of the rule throw in code. Whether a gateway has the
 * operation, and the socket for a wire fault, is checked where the rule is used.
 */
export function ruleFromJson(value: unknown): Rule<never> {
  const reading = v.safeParse(RuleJsonSchema, value);
  if (!reading.success) throw diagnostic('GW1210', `in a rule, ${problemOf(reading.issues)}`);
  const { id, on: target, where, ...actions } = reading.output;
  let template: RuleTemplate<AnyOperation> = isRouteName(target)
    ? on<AnyOperation>(target)
    : onOperation(target);
  if (id !== undefined) template = template.as(id);
  const given = new Map(Object.entries(present(actions)));
  const [word, ...others] = WORDS.filter((each) => given.has(toSnakeCase(each)));
  if (word === undefined || others.length > 0) {
    const got = word === undefined ? 'none' : [word, ...others].map(toSnakeCase).join(' and ');
    throw diagnostic(
      'GW1210',
      `a rule must have one of ${WORDS.map(toSnakeCase).join(', ')}, got ${got}`,
    );
  }
  const { chat, ...request } = where === undefined ? {} : requestPatternFromJson(where);
  if (Object.keys(request).length > 0) template = template.where(request);
  if (!isChatWord(word)) {
    if (chat !== undefined) template = template.where({ chat });
    const args = definitionOf(word).fromJson(given.get(toSnakeCase(word)));
    // Checked when it is used, unlike that of a rule in code, whose fault has a type.
    return toRule(template.scope, createAction(word, args) as Action);
  }
  if (target !== 'chat') {
    const message = `${toSnakeCase(word)} answers conversations: write "on": "chat", got "${target}"`;
    throw diagnostic('GW1210', message);
  }
  return chatRule(
    template,
    chat ?? {},
    word,
    stepsFromJson(actions) ?? [],
    optionsFromJson(actions),
  );
}

const WORDS = [...ACTION_WORDS, ...CHAT_WORDS];

function isChatWord(word: ActionWord | ChatWord): word is ChatWord {
  return CHAT_WORDS.some((each) => each === word);
}
