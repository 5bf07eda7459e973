import * as v from 'valibot';
import { present } from '@model-gateway/core/kit';
import type { AnswerOptions } from '../../chat/answer-options.ts';
import { argsFromJson, call, type AnswerPart } from '../../chat/answer-parts.ts';
import { members, NUMBER, STATUS, TEXT, TIMES, timesFromJson } from '../actions/forms.ts';
import type { ChatStep } from './chat-step.ts';

const UNCHECKED = v.optional(v.literal(true));

/** Arguments that are text are sent as they are. */
const CALLS = v.record(TEXT, v.unknown(), 'must be an object of arguments by the names of tools');

const PARTS = {
  say: v.optional(TEXT),
  reason: v.optional(TEXT),
  refuse: v.optional(TEXT),
  call: v.optional(CALLS),
  json: v.optional(v.unknown()),
  fail: v.optional(STATUS),
  unchecked: UNCHECKED,
};
const PART = v.pipe(
  members(PARTS),
  v.check(
    ({ fail, unchecked: _unchecked, ...said }) => fail === undefined && isSome(said),
    'must have say, call, json, refuse or reason; fail is a step of its own',
  ),
);
const ONLY_PART = v.pipe(
  members(PARTS),
  v.check(
    ({ fail, unchecked: _unchecked, ...said }) => (fail !== undefined) !== isSome(said),
    'must have say, call, json, refuse or reason, or fail without any of them',
  ),
);
const STEP = v.union(
  [TEXT, ONLY_PART, v.array(PART)],
  'must be text, a part of an answer, or a list of parts',
);
const STEPS = v.array(STEP, 'must be a list of steps');

const SPAN = v.union([NUMBER, TEXT], 'must be milliseconds, or text such as "50ms"');
const OPTIONS = members({
  times: v.optional(TIMES),
  pace: v.optional(
    members({
      by: v.optional(
        v.union([v.picklist(['word', 'token', 'character']), NUMBER, v.array(NUMBER)]),
      ),
      first: v.optional(SPAN),
      every: v.optional(SPAN),
    }),
  ),
  finish: v.optional(v.picklist(['stop', 'length', 'tool_calls', 'content_filter'])),
  usage: v.optional(
    members({
      input: v.optional(NUMBER),
      output: v.optional(NUMBER),
      cached: v.optional(NUMBER),
      reasoning: v.optional(NUMBER),
    }),
  ),
  cost: v.optional(NUMBER),
  unchecked: UNCHECKED,
});

/** The words of rules for conversations in JSON, one of which a rule may have. */
export const CHAT_JSON = {
  say: v.optional(STEP),
  call: v.optional(CALLS),
  json: v.optional(v.unknown()),
  refuse: v.optional(TEXT),
  script: v.optional(STEPS),
  in_turn: v.optional(STEPS),
  options: v.optional(OPTIONS),
};

const ChatJsonSchema = v.object(CHAT_JSON);

/** The members of a rule for conversations in JSON. */
export type ChatJson = v.InferOutput<typeof ChatJsonSchema>;

type StepJson = v.InferOutput<typeof STEP>;

/** Returns the steps of a rule; undefined where it has no word for conversations. */
export function stepsFromJson({
  say,
  call: calls,
  json,
  refuse,
  script,
  in_turn: inTurn,
}: ChatJson): readonly ChatStep[] | undefined {
  if (say !== undefined) return [stepFrom(say)];
  if (calls !== undefined) return [callsFrom(calls)];
  if (json !== undefined) return [{ json }];
  if (refuse !== undefined) return [{ refuse }];
  return (script ?? inTurn)?.map(stepFrom);
}

export function optionsFromJson({ options }: ChatJson): AnswerOptions {
  if (options === undefined) return {};
  // Spans that are no durations are refused with the rule.
  return present({ ...options, ...timesFromJson(options) }) as AnswerOptions;
}

function stepFrom(step: StepJson): ChatStep {
  if (typeof step === 'string') return step;
  if (Array.isArray(step)) return step.flatMap(partsFrom);
  if (step.fail !== undefined) return { fail: step.fail };
  return partsFrom(step);
}

function isSome(said: object): boolean {
  return Object.values(said).some((part) => part !== undefined);
}

/** Several members are several parts, in this order. */
function partsFrom({
  reason,
  say,
  json,
  refuse,
  call: calls,
  unchecked,
}: v.InferOutput<typeof PART>): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  if (reason !== undefined) parts.push({ reason });
  if (say !== undefined) parts.push({ say });
  if (json !== undefined) parts.push({ json });
  if (refuse !== undefined) parts.push({ refuse });
  parts.push(...callsFrom(calls ?? {}));
  return unchecked ? parts.map((part) => ({ ...part, unchecked })) : parts;
}

function callsFrom(calls: Readonly<Record<string, unknown>>): readonly AnswerPart[] {
  return Object.entries(calls).map(([name, args]) => call(name, argsFromJson(args)));
}
