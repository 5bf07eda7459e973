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
  { request, preferences, plugins, user: endUser }: Conversation,
  { names, isHome }: Pick<AskedConversation, 'names' | 'isHome'>,
  { models, guardrails }: AskedModels,
  caller: ApiKey | undefined,
  context: Pick<GatewayContext, 'inference'>,
): readonly ChatCandidate[] {
  const user = pseudonymOf(endUser, caller);
  const { compresses } = plugins;
  const whole = { request, preferences, names, compresses, isHome, user };
  return candidatesOr(findChatCandidates(whole, models, routingOf(context, guardrails)));
}

type Conversation = Pick<ReadConversation, 'request' | 'preferences' | 'plugins' | 'user'>;
