import { isUnchecked, type Part } from './answer-parts.ts';
import type { AnswerOptions } from './answer-options.ts';
import { isCallsAlone, type ChatDeed, type ChatPattern, type ChatRule } from './chat-rules.ts';
import { afterIn } from './script.ts';

/** Returns rules as the control interface takes them, the first of which applies first. */
export function toRuleJson(rules: readonly ChatRule[]): readonly object[] {
  return rules
    .map(({ pattern, deed }) => ({ ...whereJson(pattern), ...deedJson(deed) }))
    .toReversed();
}

/** What a rule for conversations like these is for. */
export function whereJson({ user, after, turn }: ChatPattern): object {
  const chat = {
    ...(user !== undefined && { user }),
    ...(after !== undefined && { after: afterIn(after) }),
    ...(turn !== undefined && { turn }),
  };
  return { on: 'chat', ...(Object.keys(chat).length > 0 && { where: { chat } }) };
}

function deedJson(deed: ChatDeed): object {
  switch (deed.word) {
    case 'script':
      return { script: deed.steps.map(stepJson) };
    case 'answer':
      return { ...answerJson(deed.parts), ...optionsJson(deed.options) };
    case 'fail': {
      const { what: status, options, times } = deed;
      const { retryAfter, ...rest } = options;
      const wait = retryAfter === undefined ? {} : { retry_after: retryAfter };
      return { fail: { status, ...rest, ...wait, ...(times > 1 && { times }) } };
    }
    case 'end': {
      const { what: ending, options, times } = deed;
      const { afterDeltas, ...rest } = options;
      return { end: { ending, after_deltas: afterDeltas, ...rest, ...(times > 1 && { times }) } };
    }
  }
}

function answerJson(parts: readonly Part[]): object {
  const [part, ...more] = parts;
  const isOne = part !== undefined && more.length === 0;
  if (isOne && !('reason' in part)) return partJson(part);
  return isCallsAlone(parts) && parts.length > 0
    ? { call: Object.fromEntries(parts.flatMap((each) => Object.entries(callJson(each)))) }
    : { say: parts.map(partJson) };
}

function stepJson(parts: readonly Part[]): unknown {
  const [part, ...more] = parts;
  if (part === undefined || more.length > 0) return parts.map(partJson);
  return 'say' in part && !isUnchecked(part) ? part.say : partJson(part);
}

function partJson(part: Part): object {
  if (!('call' in part)) return part;
  return { call: callJson(part), ...(part.unchecked && { unchecked: true }) };
}

function callJson(part: Part): object {
  return 'call' in part ? { [part.call]: part.args } : {};
}

function optionsJson(options: AnswerOptions): object {
  return Object.keys(options).length === 0 ? {} : { options };
}
