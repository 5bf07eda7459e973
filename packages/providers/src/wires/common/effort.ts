import type { ReasoningRequest } from '@model-gateway/core/chat';

/** How much to reason, in a word. */
export type Effort = NonNullable<ReasoningRequest['effort']>;

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

/**
 * Returns the tokens of reasoning that were asked for, or those that an effort or a switch stands
 * for as a share of an answer of `maxOutputTokens`; 0 for none at all, undefined where nothing was
 * asked for.
 */
export function budgetFor(
  { effort, maxTokens, isEnabled }: ReasoningRequest,
  maxOutputTokens: number,
): number | undefined {
  const asked = effort ?? (maxTokens === undefined ? SWITCH.get(isEnabled) : undefined);
  if (asked === undefined) return maxTokens;
  if (asked === 'none') return 0;
  const share = SHARES.find(([one]) => one === asked)?.[1] ?? LARGEST_SHARE;
  return Math.floor(share * maxOutputTokens);
}

/** The share of the answer that an effort stands for; the next larger one is taken for a budget. */
const SHARES: readonly (readonly [Effort, number])[] = [
  ['minimal', 0.1],
  ['low', 0.2],
  ['medium', 0.5],
  ['high', 0.8],
];
const LARGEST_SHARE = 0.95;

/** Without a limit of the answer, a budget is a share of this. */
export const USUAL_ANSWER = 32_768;

function effortOf(budget: number | undefined, answer = USUAL_ANSWER): Effort | undefined {
  if (budget === undefined) return undefined;
  return SHARES.find(([, share]) => budget <= share * answer)?.[0] ?? 'xhigh';
}
