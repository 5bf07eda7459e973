import type { ChatRequest } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import type { Warn } from '../../chat/chat-call.ts';
import { budgetFor, effortFor, type Effort } from '../common/effort.ts';
import type { ClaudeRules } from './claude-rules.ts';

/** What a request says about thinking. */
interface Thinking {
  readonly thinking?: {
    readonly type: 'enabled' | 'adaptive' | 'disabled' | 'between_tools';
    readonly budget_tokens?: number;
    readonly display?: string;
  };
  /** Goes into `output_config`. */
  readonly effort?: Effort;
}

interface Asked {
  readonly rules: ClaudeRules;
  /** The limit of the answer, thinking included. */
  readonly maxTokens: number;
  readonly warn: Warn;
}

/** Anthropic refuses a smaller budget. */
const LEAST_BUDGET = 1024;
const LARGEST_BUDGET = 128_000;

/** Returns how much is to be thought, in the way that the model understands. */
export function encodeThinking(request: ChatRequest, { rules, maxTokens, warn }: Asked): Thinking {
  const { reasoning, toolChoice, dialect, messages } = request;
  if (reasoning === undefined) return {};
  const { effort, maxTokens: budget, isEnabled, isHidden } = reasoning;
  if (effort === 'none' || isEnabled === false) {
    return rules.off === undefined ? {} : { thinking: { type: rules.off } };
  }
  // In messages an effort alone is about the whole answer, and asks for no thinking.
  const isEffortAlone = dialect === 'anthropic-messages' && isEnabled !== true;
  const isByTokens =
    rules.thinksBy === 'tokens' || (rules.thinksBy === 'either' && budget !== undefined);
  if (!isByTokens && isEffortAlone) return present({ effort });
  if (toolChoice.kind === 'required' && !rules.thinksWhenForced) {
    warn('reasoning', 'ignored');
    return {};
  }
  if (isByTokens) {
    const tokens = tokensWithin(budgetFor(reasoning, maxTokens) ?? 0, maxTokens);
    if (tokens === undefined || isEffortAlone || wantsThinkingBack(messages)) {
      warn('reasoning', 'ignored');
      return {};
    }
    const isOther = effort === undefined && budget !== undefined && budget !== tokens;
    if (isOther) warn('reasoning.max_tokens', `clamped:${tokens}`);
    return { thinking: { type: 'enabled', budget_tokens: tokens } };
  }
  const display = isHidden === true ? 'omitted' : 'summarized';
  return {
    thinking: { type: 'adaptive', display },
    ...present({ effort: effort ?? boundOf(budget, maxTokens, warn) }),
  };
}

/** Undefined where the answer is too short for the least budget, which has to be below its limit. */
function tokensWithin(tokens: number, maxTokens: number): number | undefined {
  if (maxTokens <= LEAST_BUDGET) return undefined;
  return Math.min(Math.max(tokens, LEAST_BUDGET), LARGEST_BUDGET, maxTokens - 1);
}

/** A budget is a bound: it never asks for more than the usual effort. */
function boundOf(budget: number | undefined, maxTokens: number, warn: Warn): Effort | undefined {
  if (budget === undefined) return undefined;
  const effort = BOUNDS.get(effortFor({ maxTokens: budget }, maxTokens)) ?? 'high';
  warn('reasoning.max_tokens', `clamped:${effort}`);
  return effort;
}

const BOUNDS: ReadonlyMap<Effort | undefined, Effort> = new Map([
  ['minimal', 'low'],
  ['low', 'low'],
  ['medium', 'medium'],
]);

/**
 * Whether tools have answered a turn that has no thinking of this provider: a model with a budget
 * refuses to go on with it.
 */
function wantsThinkingBack(messages: ChatRequest['messages']): boolean {
  const turn = messages.findLastIndex(({ role }) => role === 'assistant');
  // What the user says beside the results becomes one turn with them.
  const since = messages.slice(turn + 1).flatMap(({ blocks }) => blocks);
  if (turn === -1 || !since.some(({ type }) => type === 'result')) return false;
  const [first] = messages[turn]?.blocks ?? [];
  return first?.type !== 'reasoning' || first.sealed === undefined;
}
