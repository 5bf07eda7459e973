import type { ChatRequest, ReasoningRequest } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import type { RequestRules } from './request-rules.ts';

type Effort = NonNullable<ReasoningRequest['effort']>;

/** Returns the members that say how much to reason. */
export function encodeReasoning(
  { reasoning, maxOutputTokens }: ChatRequest,
  form: RequestRules['reasoning'] = 'reasoning_effort',
): object {
  if (reasoning === undefined) return {};
  const { effort, maxTokens, isEnabled, isHidden, summary } = reasoning;
  if (form === 'reasoning') {
    const members = {
      effort,
      max_tokens: maxTokens,
      enabled: isEnabled,
      exclude: isHidden,
      summary,
    };
    return { reasoning: present(members) };
  }
  const asked = effortFor(reasoning, maxOutputTokens);
  if (form === 'reasoning_effort') return { reasoning_effort: asked };
  if (asked === undefined) return {};
  return asked === 'none'
    ? { thinking: { type: 'disabled' } }
    : { thinking: { type: 'enabled' }, reasoning_effort: asked };
}

/** Returns the effort that was asked for, or the one that stands for a budget or a switch. */
export function effortFor(
  { effort, maxTokens, isEnabled }: ReasoningRequest,
  maxOutputTokens: number | undefined,
): Effort | undefined {
  return effort ?? effortOf(maxTokens, maxOutputTokens) ?? SWITCH.get(isEnabled);
}

const SWITCH: ReadonlyMap<boolean | undefined, Effort> = new Map([
  [true, 'medium'],
  [false, 'none'],
]);

/** The share of the answer that an effort stands for; the next larger one is taken for a budget. */
const SHARES: readonly (readonly [Effort, number])[] = [
  ['minimal', 0.1],
  ['low', 0.2],
  ['medium', 0.5],
  ['high', 0.8],
];

/** Without a limit of the answer, a budget is a share of this. */
const USUAL_ANSWER = 32_768;

function effortOf(budget: number | undefined, answer = USUAL_ANSWER): Effort | undefined {
  if (budget === undefined) return undefined;
  return SHARES.find(([, share]) => budget <= share * answer)?.[0] ?? 'xhigh';
}
