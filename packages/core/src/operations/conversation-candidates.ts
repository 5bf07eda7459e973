import type { ReadConversation } from '../chat/dialects/dialect.ts';
import {
  findChatCandidates,
  type AskedConversation,
  type ChatCandidate,
} from '../chat/routing/candidates.ts';
import type { GatewayError } from '../errors.ts';
import type { ApiKey } from '../ports/key-store.ts';
import { pseudonymOf, routingOf, type AskedModels } from './inference-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** Returns the endpoints that can continue the conversation, in order, or what excludes all of them. */
export function candidatesFor(
  { request, preferences, plugins, user: endUser }: Conversation,
  { names, isHome, spendable }: Pick<AskedConversation, 'names' | 'isHome' | 'spendable'>,
  { models, guardrails }: AskedModels,
  caller: ApiKey | undefined,
  context: Pick<GatewayContext, 'inference'>,
): readonly ChatCandidate[] | GatewayError {
  const user = pseudonymOf(endUser, caller);
  const { compresses } = plugins;
  const mayFetch = context.inference.http !== undefined;
  const asked = { request, preferences, names, mayFetch, compresses, isHome, user, spendable };
  return findChatCandidates(asked, models, routingOf(context, guardrails));
}

type Conversation = Pick<ReadConversation, 'request' | 'preferences' | 'plugins' | 'user'>;
