import { mostCost } from '../../inference/money/price.ts';
import { estimatedTokensOf } from '../../inference/money/tokens.ts';
import { compare, parseDecimal, ZERO } from '../../money/decimal.ts';
import type { ChatEndpoint } from '../../ports/chat-provider.ts';
import type { ChatRequest } from '../../ports/conversation.ts';
import type { ConversationSize } from './size.ts';
import { upperBound } from './upper-bound.ts';

/** An answer that costs no more than its payer has. */
export interface CutAnswer {
  /** Undefined where the answer need not be shorter than it may be. */
  readonly maxOutputTokens: number | undefined;
  /** What is reserved for it, USD. */
  readonly cost: string;
}

/**
 * Cuts an answer to what `usd` pays for, beside the input as it is estimated: the most that input can
 * have is four times what prose has, so that nobody could spend the end of an account. What the input
 * then has more is not charged. Returns undefined where not one token is left for an answer. Source:
 * contract §12.10.
 */
export function cutTo(
  usd: string,
  request: Pick<ChatRequest, 'maxOutputTokens'>,
  size: ConversationSize,
  endpoint: ChatEndpoint,
): CutAnswer | undefined {
  const { pricing, contextTokens } = endpoint;
  const left = parseDecimal(usd) ?? ZERO;
  const isWithin = (cost: string) => compare(parseDecimal(cost) ?? ZERO, left) <= 0;
  const input = Math.min(estimatedTokensOf(size), contextTokens);
  const pays = (output: number) => isWithin(mostCost({ input, output }, pricing, size));
  const wanted = Math.min(request.maxOutputTokens ?? Infinity, endpoint.maxOutputTokens);
  if (!pays(1)) return undefined;
  const output = pays(wanted) ? wanted : mostThat(pays, 1, wanted);
  const most = upperBound({ maxOutputTokens: output }, size, endpoint);
  return {
    maxOutputTokens: output < wanted ? output : undefined,
    cost: isWithin(most) ? most : usd,
  };
}

/** Returns the largest number that is admitted, where `from` is and `to` is not, and none above one that is not. */
function mostThat(isAdmitted: (number: number) => boolean, from: number, to: number): number {
  let [least, most] = [from, to];
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (isAdmitted(middle)) least = middle;
    else most = middle;
  }
  return least;
}
