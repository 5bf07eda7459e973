import { modelNotFound } from '../catalog/model-not-found.ts';
import type { ReadConversation } from '../chat/dialects/dialect.ts';
import {
  findChatCandidates,
  type Asked,
  type ChatCandidate,
  type RoutingContext,
} from '../chat/routing/candidates.ts';
import { wantedModel, type WantedModel } from '../chat/routing/wanted-model.ts';
import { GatewayError, invalidRequest } from '../errors.ts';
import type { ApiKey } from '../ports/key-store.ts';
import { hashKey } from '../secrets/hash-key.ts';
import type { GatewayContext } from './operation-context.ts';

/** Returns the models that may serve. Throws a 404 for those that this caller cannot use. */
export async function modelsFor(
  { models }: ReadConversation,
  caller: ApiKey | undefined,
  context: GatewayContext,
): Promise<readonly WantedModel[]> {
  const catalog = await context.catalog.current();
  const { aliases = {} } = context.inference.conversations;
  return models.map((name) => {
    const wanted = wantedModel(name, (id) => catalog.find(id) !== undefined, aliases);
    const entry = wanted && catalog.find(wanted.id);
    const isAllowed = caller?.allowedModels?.includes(wanted?.id ?? name) ?? true;
    if (wanted === undefined || entry === undefined || !isAllowed) {
      throw modelNotFound(name, catalog, 'text', caller);
    }
    const { output_modalities: outputs } = entry.model.architecture;
    if (!outputs.includes('text')) {
      const message = `model ${name} makes ${outputs.join(', ')}, not text`;
      throw invalidRequest([{ path: 'model', message }]);
    }
    return wanted;
  });
}

/** Returns the endpoints that can continue the conversation, in order. Throws what excludes all. */
export function candidatesFor(
  { request, preferences, user, names }: Omit<Asked, 'user'> & Pick<ReadConversation, 'user'>,
  models: readonly WantedModel[],
  caller: ApiKey | undefined,
  { inference, isHome }: Pick<GatewayContext, 'inference'> & Pick<RoutingContext, 'isHome'>,
): readonly ChatCandidate[] {
  const { providers, breakers, statistics, conversations, random } = inference;
  const asked = {
    request,
    preferences,
    names,
    // Nobody can tell from it who it is, nor whether two callers have the same user.
    user: user === undefined ? undefined : hashKey(`${caller?.hash ?? ''}\n${user}`),
  };
  const candidates = findChatCandidates(asked, models, {
    providers,
    breakers,
    statistics,
    isHome,
    random: conversations.routing === 'cheapest' ? undefined : random,
  });
  if (candidates instanceof GatewayError) throw candidates;
  return candidates;
}
