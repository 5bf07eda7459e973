import { GatewayError, invalidRequest, type RequestIssue } from '../../errors.ts';
import type { EndpointId } from '../../inference/attempts/attempt-loop.ts';
import type { Breakers } from '../../inference/attempts/breakers.ts';
import type { EndpointStatistics } from '../../inference/statistics/endpoint-statistics.ts';
import type { Warning } from '../../inference/delivery/header-text.ts';
import { inOrder, type Routable, type Standing } from '../../inference/routing/preferences.ts';
import { compare, parseDecimal } from '../../money/decimal.ts';
import type { ChatEndpoint, ChatJob, ChatProvider } from '../../ports/chat-provider.ts';
import type { ChatRequest } from '../../ports/conversation.ts';
import type { Provider } from '../../ports/provider.ts';
import type { ChatProviderPreferences } from '../../resources/chat-provider-preferences.ts';
import { admitted } from './admitted.ts';
import { endpointsOf } from './endpoints-of.ts';
import { isPreferred } from './preferred.ts';
import { fitToEndpoint, type ParameterNames } from '../fit/fit-to-endpoint.ts';
import { issuersIn, issuersOf } from '../fit/foreign-seals.ts';
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
  readonly statistics: EndpointStatistics;
  /** From 0 to 1: of healthy endpoints cheap ones are drawn more often; without it always. */
  readonly random: (() => number) | undefined;
  /** Whether this endpoint has the prompt of the session in its cache. */
  readonly isHome: (endpoint: EndpointId) => boolean;
}

/** A conversation, and what the client wishes of the gateway. */
export interface Asked {
  readonly request: ChatRequest;
  readonly preferences: ChatProviderPreferences;
  /** A pseudonym of the end user. */
  readonly user: string | undefined;
  readonly names?: ParameterNames | undefined;
}

/**
 * Returns the endpoints that can serve, in the order in which they are tried: all of the first model
 * before those of the next, unless `sort.partition` is `none`. Of a model's, the issuer of sealed data
 * in the conversation comes first, whatever the preferences. Or the error that says why no endpoint is
 * left. Source: contract §12.6, §12.11.
 */
export function findChatCandidates(
  asked: Asked,
  models: readonly WantedModel[],
  routing: RoutingContext,
): readonly ChatCandidate[] | GatewayError {
  const { request, preferences, user, names } = asked;
  const { providers } = routing;
  const size = sizeOf(request);
  const refusals: RequestIssue[] = [];
  const groups: Group[] = [];
  let absence: GatewayError | undefined;
  for (const { id, sort } of models) {
    const wanted = admitted(id, endpointsOf(id, providers), preferences);
    if (wanted instanceof GatewayError) {
      absence ??= wanted;
      continue;
    }
    const candidates: ChatCandidate[] = [];
    for (const { provider, chat, endpoint } of wanted) {
      const asHere = { ...request, model: id };
      const fit = fitToEndpoint(asHere, size, provider, endpoint, preferences, names);
      if ('message' in fit) refusals.push(fit);
      else {
        const most = upperBound(fit.request, size, endpoint);
        const { options, warnings } = fit;
        const job = { request: fit.request, options, user, mayBeVerbatim: false };
        const costs = { size, warnings, upperBound: most };
        candidates.push({ provider, model: id, chat, endpoint, job, ...costs });
      }
    }
    groups.push({ candidates, sort });
  }
  const candidates = inTurn(groups, asked, routing);
  if (candidates.length > 0) {
    return preferences.allow_fallbacks === false ? candidates.slice(0, 1) : candidates;
  }
  if (refusals.length > 0) return invalidRequest(refusals);
  return absence ?? new GatewayError('notFound');
}

/** The endpoints of a model, or of all of them. */
interface Group {
  readonly candidates: readonly ChatCandidate[];
  readonly sort?: WantedModel['sort'];
}

/** Puts the endpoints in order: those that know the conversation, then as wished. */
function inTurn(
  groups: readonly Group[],
  { request, preferences }: Asked,
  { breakers, statistics, random, isHome }: RoutingContext,
): readonly ChatCandidate[] {
  const { by, partition } = sortOf(preferences);
  const issuers = issuersIn(request.messages);
  const standing: Standing = {
    isHealthy: (one) => breakers.isHealthy(one) && !statistics.hasOutage(one),
    typical: (one, measure) => statistics.typical(one, measure),
  };
  const isTogether = partition === 'none';
  const all = [{ candidates: groups.flatMap(({ candidates }) => candidates) }];
  return (isTogether ? all : groups).flatMap(({ candidates, sort: suffix }: Group) => {
    const sort = by ?? suffix;
    const isFree = sort === undefined && (preferences.order ?? []).length === 0;
    const rank = (one: ChatCandidate) => {
      if (issuersOf(one.endpoint).some((issuer) => issuers.has(issuer)) && breakers.isHealthy(one))
        return 0;
      if (!isPreferred(one, preferences, statistics)) return 3;
      const isWarm = isFree && isHome(one) && isCachedCheaper(one.endpoint);
      return isWarm && standing.isHealthy(one) ? 1 : 2;
    };
    const asWished = { ...preferences, sort, allow_fallbacks: true };
    const ordered = inOrder(candidates, asWished, standing, random);
    return ordered.toSorted((a, b) => rank(a) - rank(b));
  });
}

function isCachedCheaper({ pricing }: ChatEndpoint): boolean {
  const { prompt, input_cache_read: read } = pricing;
  const whole = parseDecimal(prompt);
  const cached = read === undefined ? undefined : parseDecimal(read);
  return whole !== undefined && cached !== undefined && compare(cached, whole) < 0;
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
