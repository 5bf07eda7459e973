import { GatewayError, invalidRequest, type RequestIssue } from '../../errors.ts';
import type { ChatProviderPreferences } from '../../resources/chat-provider-preferences.ts';
import type { EndpointId } from '../attempts/attempt-loop.ts';
import type { Breakers } from '../attempts/breakers.ts';
import type { Priced } from '../charging/payment.ts';
import type { EndpointStatistics } from '../statistics/endpoint-statistics.ts';
import { admitted, isOrderAll } from './admitted.ts';
import { guarded } from './guarded.ts';
import { endpointsOf, type FaceName, type ServingEndpoint } from './endpoints-of.ts';
import { isPreferred } from './preferred.ts';
import { inOrder, type Standing } from './preferences.ts';
import type { WantedModel } from './wanted-model.ts';
import type { AppliedGuardrail } from '../../ports/guardrail-store.ts';
import type { Provider } from '../../ports/provider.ts';

/** The faces whose endpoints are priced by tokens. */
export type PricedFace = Exclude<FaceName, 'images'>;

/** What determines which endpoints may serve, and in which order. */
export interface RoutingContext {
  readonly providers: Iterable<Provider>;
  readonly breakers: Breakers;
  readonly statistics: EndpointStatistics;
  /** Those of the caller. */
  readonly guardrails: readonly AppliedGuardrail[];
  /** From 0 to 1: of healthy endpoints cheap ones are drawn more often; without it always. */
  readonly random: (() => number) | undefined;
}

/** An endpoint that can serve, with the request as it fits there. */
export type Fitted<Name extends PricedFace, Fit extends Priced> = ServingEndpoint<Name> & Fit;

/** What is asked of the endpoints of one face. */
export interface Asked<Name extends PricedFace, Fit extends Priced> {
  readonly face: Name;
  readonly models: readonly WantedModel[];
  readonly preferences: ChatProviderPreferences;
  /**
   * Fits the request to an endpoint, or says why that endpoint cannot serve it: an error where only a
   * preference excludes it.
   */
  fit(serving: ServingEndpoint<Name>): Fit | RequestIssue | GatewayError;
  /** Whether an endpoint comes before the others of its model, whatever the preferences. */
  mustComeFirst?(endpoint: Fitted<Name, Fit>): boolean;
  /** Whether a healthy endpoint comes first where the request wishes no order. */
  isWarm?(endpoint: Fitted<Name, Fit>): boolean;
}

/**
 * Returns the endpoints that can serve, in the order in which they are tried: all of the first model
 * before those of the next, unless `sort.partition` is `none`. Or the error that says why no
 * endpoint is left. Source: contract §12.6.
 */
export function findCandidates<Name extends PricedFace, Fit extends Priced>(
  asked: Asked<Name, Fit>,
  routing: RoutingContext,
): readonly Fitted<Name, Fit>[] | GatewayError {
  const { face, models, preferences } = asked;
  const refusals: RequestIssue[] = [];
  const groups: Group<Fitted<Name, Fit>>[] = [];
  let absence: GatewayError | undefined;
  for (const { id, sort } of models) {
    const left = guarded(id, endpointsOf(face, id, routing.providers), routing.guardrails);
    const wanted = left instanceof GatewayError ? left : admitted(id, left, preferences);
    if (wanted instanceof GatewayError) {
      absence ??= wanted;
      continue;
    }
    const candidates: Fitted<Name, Fit>[] = [];
    for (const serving of wanted) {
      const fit = asked.fit(serving);
      if (fit instanceof GatewayError) absence ??= fit;
      else if ('message' in fit) refusals.push(fit);
      else candidates.push({ ...fit, ...serving });
    }
    groups.push({ candidates, sort });
  }
  const candidates = inTurn(groups, asked, routing);
  if (candidates.length > 0) {
    const isOne = preferences.allow_fallbacks === false && !isOrderAll(preferences);
    return isOne ? candidates.slice(0, 1) : candidates;
  }
  if (refusals.length > 0) return invalidRequest(refusals);
  return absence ?? new GatewayError('notFound');
}

/** The endpoints of a model, or of all of them. */
interface Group<Candidate> {
  readonly candidates: readonly Candidate[];
  readonly sort?: WantedModel['sort'];
}

/** Puts the endpoints in order: those that must come first, then as wished. */
function inTurn<Name extends PricedFace, Fit extends Priced>(
  groups: readonly Group<Fitted<Name, Fit>>[],
  { preferences, mustComeFirst, isWarm }: Asked<Name, Fit>,
  { breakers, statistics, random }: RoutingContext,
): readonly Fitted<Name, Fit>[] {
  const [first, ...others] = groups;
  // Most models have one endpoint.
  if (others.length === 0 && (first?.candidates.length ?? 0) < 2) return first?.candidates ?? [];
  const { by, partition } = sortOf(preferences);
  const standing: Standing = {
    isHealthy: (one) => breakers.isHealthy(one) && !statistics.hasOutage(one),
    typical: (one: EndpointId, measure) => statistics.typical(one, measure),
  };
  const isTogether = partition === 'none';
  const all: Group<Fitted<Name, Fit>> = {
    candidates: groups.flatMap(({ candidates }) => candidates),
  };
  return (isTogether ? [all] : groups).flatMap(({ candidates, sort: suffix }) => {
    const sort = by ?? suffix;
    const isFree = sort === undefined && (preferences.order ?? []).length === 0;
    const rank = (one: Fitted<Name, Fit>) => {
      if (mustComeFirst?.(one) === true && breakers.isHealthy(one)) return 0;
      if (!isPreferred(one, preferences, statistics)) return 3;
      return isFree && isWarm?.(one) === true && standing.isHealthy(one) ? 1 : 2;
    };
    const asWished = { ...preferences, sort, allow_fallbacks: true };
    const ordered = inOrder(candidates, asWished, standing, random);
    return ordered.toSorted((a, b) => rank(a) - rank(b));
  });
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
