import type { ChatEndpoint } from '../../ports/chat-provider.ts';
import type { ChatMessage, ChatRequest } from '../../ports/conversation.ts';
import { estimatedTokensOf } from '../../inference/money/tokens.ts';
import { sizeOf } from '../money/size.ts';

/** A turn and what belongs to it: a call and its result, which make no sense apart. */
interface Exchange {
  readonly messages: readonly ChatMessage[];
}

/** What is left for the answer where the client does not say. */
const SHARE_OF_ANSWER = 0.25;

const TEXT = { kind: 'text' } as const;

/**
 * Returns a conversation that fits the context of an endpoint by an estimate: without exchanges from
 * its middle, the middlemost first. Instructions stay, the first exchange and the last do, and a call
 * stays or goes with its result. Unchanged where it fits, and where dropping is not enough. Source:
 * contract §12.15.
 */
export function compressed(
  request: ChatRequest,
  { contextTokens, maxOutputTokens: most }: Pick<ChatEndpoint, 'contextTokens' | 'maxOutputTokens'>,
): ChatRequest {
  const { maxOutputTokens = Math.min(most, contextTokens * SHARE_OF_ANSWER) } = request;
  const bare = { ...request, tools: [], hostedTools: [], extras: {}, format: TEXT };
  const tokensOf = (messages: readonly ChatMessage[]) =>
    estimatedTokensOf(sizeOf({ ...bare, messages }));
  let excess = estimatedTokensOf(sizeOf(request)) - (contextTokens - maxOutputTokens);
  if (!(excess > 0)) return request;
  const exchanges = exchangesIn(request.messages);
  const middle = (exchanges.length - 1) / 2;
  const droppable = exchanges
    .map((exchange, position) => ({ exchange, distance: Math.abs(position - middle) }))
    .slice(1, -1)
    .toSorted((a, b) => a.distance - b.distance);
  const dropped = new Set<ChatMessage>();
  for (const { exchange } of droppable) {
    if (excess <= 0) break;
    excess -= tokensOf(exchange.messages);
    for (const message of exchange.messages) dropped.add(message);
  }
  if (excess > 0) return request;
  return { ...request, messages: request.messages.filter((message) => !dropped.has(message)) };
}

function exchangesIn(messages: readonly ChatMessage[]): readonly Exchange[] {
  const spoken = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  /** Where each exchange begins. */
  const starts: number[] = [];
  /** Where each call is. */
  const places = new Map<string, number>();
  for (const [position, { blocks }] of spoken.entries()) {
    let from = position;
    for (const block of blocks) {
      if (block.type === 'result') from = Math.min(from, places.get(block.id) ?? position);
      if (block.type === 'call') places.set(block.id, position);
    }
    // What lies between a call and its result belongs to them.
    if (from === position) starts.push(position);
    else while ((starts.at(-1) ?? 0) > from) starts.pop();
  }
  return starts.map((start, exchange) => ({ messages: spoken.slice(start, starts[exchange + 1]) }));
}
