import type { ReadConversation } from '../chat/dialects/dialect.ts';
import {
  findChatCandidates,
  type AskedConversation,
  type ChatCandidate,
} from '../chat/routing/candidates.ts';
import type { ApiKey } from '../ports/key-store.ts';
import { candidatesOr, pseudonymOf, routingOf, type AskedModels } from './inference-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** Returns the endpoints that can continue the conversation, in order. Throws what excludes all. */
export function candidatesFor(
  asked: Omit<AskedConversation, 'user' | 'compresses'> &
    Pick<ReadConversation, 'user' | 'plugins'>,
  { models, guardrails }: AskedModels,
  caller: ApiKey | undefined,
  context: Pick<GatewayContext, 'inference'>,
): readonly ChatCandidate[] {
  const { request, preferences, names, plugins, isHome } = asked;
  const user = pseudonymOf(asked.user, caller);
  const { compresses } = plugins;
  const whole = { request, preferences, names, compresses, isHome, user };
  return candidatesOr(findChatCandidates(whole, models, routingOf(context, guardrails)));
}
