import { GatewayError, invalidRequest, type RequestIssue } from '../../errors.ts';
import type { Breakers } from '../../inference/attempts/breakers.ts';
import type { Warning } from '../../inference/delivery/header-text.ts';
import { inOrder, type Routable } from '../../inference/routing/preferences.ts';
import type { ChatEndpoint, ChatJob, ChatProvider } from '../../ports/chat-provider.ts';
import type { ChatRequest } from '../../ports/conversation.ts';
import type { Provider } from '../../ports/provider.ts';
import type { ChatProviderPreferences } from '../../resources/chat-provider-preferences.ts';
import { admitted } from './admitted.ts';
import { fitToEndpoint } from '../fit/fit-to-endpoint.ts';
import { upperBound } from '../money/price.ts';
import { sizeOf, type ConversationSize } from '../money/size.ts';
import type { WantedModel } from './wanted-model.ts';

/** One endpoint that can continue the conversation, and how. */
export interface ChatCandidate extends Routable {
  readonly chat: ChatProvider;
  readonly endpoint: ChatEndpoint;
  readonly job: ChatJob;
  readonly size: ConversationSize;
  readonly warnings: readonly Warning[];
}

/** What determines which endpoints may serve, and in which order. */
export interface RoutingContext {
  readonly providers: Iterable<Provider>;
  readonly breakers: Breakers;
  /** From 0 to 1: of healthy endpoints cheap ones are drawn more often; without it always. */
  readonly random: (() => number) | undefined;
}

/** A conversation, and what the client wishes of the gateway. */
export interface Asked {
  readonly request: ChatRequest;
  readonly preferences: ChatProviderPreferences;
  /** A pseudonym of the end user. */
  readonly user: string | undefined;
}

/**
 * Returns the endpoints that can serve, in the order in which they are tried: all of the first model
 * before those of the next, unless `sort.partition` is `none`. Or the error that says why no
 * endpoint is left. Source: contract §12.6, §12.11.
 */
export function findChatCandidates(
  asked: Asked,
  models: readonly WantedModel[],
  { providers, breakers, random }: RoutingContext,
): readonly ChatCandidate[] | GatewayError {
  const { request, preferences, user } = asked;
  const size = sizeOf(request);
  const upstreams = [...providers];
  const refusals: RequestIssue[] = [];
  const groups: ChatCandidate[][] = [];
  let absence: GatewayError | undefined;
  for (const { id } of models) {
    const serving = upstreams.flatMap((provider) => {
      const endpoint = provider.chat?.endpoint(id);
      return provider.chat === undefined || endpoint === undefined
        ? []
        : [{ provider, chat: provider.chat, endpoint }];
    });
    const wanted = admitted(id, serving, preferences);
    if (wanted instanceof GatewayError) {
      absence ??= wanted;
      continue;
    }
    const group: ChatCandidate[] = [];
    for (const { provider, chat, endpoint } of wanted) {
      const asModel = { ...request, model: id };
      const fit = fitToEndpoint(asModel, size, provider, endpoint, preferences);
      if ('message' in fit) refusals.push(fit);
      else {
        const most = upperBound(fit.request, size, endpoint);
        const { options, warnings } = fit;
        const job = { request: fit.request, options, user, mayBeVerbatim: false };
        group.push({ provider, model: id, chat, endpoint, job, size, warnings, upperBound: most });
      }
    }
    groups.push(group);
  }
  const sort = sortOf(preferences);
  const isTogether = sort.partition === 'none';
  const candidates = (isTogether ? [groups.flat()] : groups).flatMap((group, position) => {
    const by = sort.by ?? (isTogether ? undefined : models[position]?.sort);
    return inOrder(group, { ...preferences, sort: by, allow_fallbacks: true }, breakers, random);
  });
  if (candidates.length > 0) {
    return preferences.allow_fallbacks === false ? candidates.slice(0, 1) : candidates;
  }
  if (refusals.length > 0) return invalidRequest(refusals);
  return absence ?? new GatewayError('notFound');
}

interface Sort {
  readonly by?: 'price' | 'throughput' | 'latency' | undefined;
  readonly partition?: 'model' | 'none' | null | undefined;
}

/** `exacto` asks for what no statistics here can tell, and so for the usual order. */
function sortOf({ sort }: ChatProviderPreferences): Sort {
  if (sort === undefined || sort === null) return {};
  const { by, partition } = typeof sort === 'string' ? { by: sort, partition: undefined } : sort;
  return { by: by === 'exacto' ? undefined : by, partition };
}
