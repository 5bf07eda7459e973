import { mostCost } from '../../inference/money/price.ts';
import type { ChatEndpoint } from '../../ports/chat-provider.ts';
import type { ChatRequest } from '../../ports/conversation.ts';
import { mostTokens, type ConversationSize } from './size.ts';

/** Returns the most that an answer can cost at an endpoint, USD. Source: contract §12.10. */
export function upperBound(
  request: Pick<ChatRequest, 'maxOutputTokens'>,
  size: ConversationSize,
  { pricing, contextTokens, maxOutputTokens, maxTokensPerMedia }: ChatEndpoint,
): string {
  const input = Math.min(mostTokens(size, maxTokensPerMedia), contextTokens);
  const output = Math.min(request.maxOutputTokens ?? Infinity, maxOutputTokens);
  return mostCost({ input, output }, pricing, size);
}
