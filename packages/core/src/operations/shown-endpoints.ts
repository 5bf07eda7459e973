import { parameterNames } from '../chat/parameter-names.ts';
import type { ChatEndpoint } from '../ports/chat-provider.ts';
import type { EmbeddingEndpoint } from '../ports/embedding-provider.ts';
import type { PricedEndpoint } from '../ports/priced-endpoint.ts';
import type { Provider } from '../ports/provider.ts';
import type { Endpoint } from '../resources/endpoint.ts';
import type { Model } from '../resources/model.ts';
import {
  A_DAY_MS,
  FIVE_MINUTES_MS,
  HALF_AN_HOUR_MS,
  type EndpointStatistics,
  type Measure,
} from '../inference/statistics/endpoint-statistics.ts';
import { endpointsOf } from '../inference/routing/endpoints-of.ts';

/** What decides how much of an endpoint is shown. */
export interface EndpointView {
  readonly providers: Iterable<Provider>;
  readonly statistics: Pick<EndpointStatistics, 'percentile' | 'uptime'>;
  /** Whether times are shown: how busy a gateway is does not concern strangers. */
  readonly hasTimes: boolean;
  /** Leaves out endpoints that it is false for. */
  readonly isShown: (model: string, one: OneEndpoint) => boolean;
}

interface OneEndpoint {
  readonly provider: Provider;
  readonly endpoint: PricedEndpoint;
}

/**
 * Returns the endpoints of a model that are priced by tokens as clients see them, measured by the
 * attempts of this process: those that continue conversations, make embeddings, rank. Source:
 * contract §16.5.
 */
export function shownEndpoints(
  model: Pick<Model, 'id' | 'name'>,
  view: EndpointView,
): readonly Endpoint[] {
  const { providers } = view;
  const shown = <One extends PricedEndpoint & { readonly contextTokens: number }>(
    serving: readonly { readonly provider: Provider; readonly endpoint: One }[],
    offerOf: (endpoint: One) => Offer,
  ) =>
    serving
      .filter((one) => view.isShown(model.id, one))
      .map(({ provider, endpoint }) =>
        shownEndpoint({ provider, model, endpoint, offer: offerOf(endpoint) }, view),
      );
  return [
    ...shown(endpointsOf('chat', model.id, providers), chatOffer),
    ...shown(endpointsOf('embeddings', model.id, providers), embeddingOffer),
    ...shown(endpointsOf('rerank', model.id, providers), () => ({ parameters: ['top_n'] })),
  ];
}

/** What is particular to what an endpoint makes. */
interface Offer {
  readonly parameters: readonly string[];
  /** Only answers in text have a limit. */
  readonly maxOutputTokens?: number;
  readonly hasTools?: boolean;
  /** Whether a call can be forced or forbidden. */
  readonly isForced?: boolean;
}

interface Serving {
  readonly provider: Provider;
  readonly model: Pick<Model, 'id' | 'name'>;
  readonly endpoint: PricedEndpoint & { readonly contextTokens: number };
  readonly offer: Offer;
}

function shownEndpoint(
  { provider, model, endpoint, offer }: Serving,
  { statistics, hasTimes }: EndpointView,
): Endpoint {
  const { parameters, maxOutputTokens, hasTools = false, isForced = false } = offer;
  const measured = { provider, model: model.id };
  const times = (measure: Measure, unit: number) =>
    hasTimes ? percentilesOf(measured, measure, unit, statistics) : null;
  const uptime = (ms: number) => statistics.uptime(measured, ms) ?? null;
  return {
    name: `${provider.name} | ${model.id}`,
    model_id: model.id,
    model_name: model.name,
    provider_name: provider.name,
    tag: provider.slug,
    context_length: bounded(endpoint.contextTokens),
    max_completion_tokens: maxOutputTokens === undefined ? null : bounded(maxOutputTokens),
    max_prompt_tokens: null,
    quantization: endpoint.quantization ?? null,
    pricing: endpoint.pricing,
    supported_parameters: [...parameters],
    supports_implicit_caching: cachesUnasked(endpoint),
    supports_tool_choice: {
      auto: hasTools,
      none: isForced,
      required: isForced,
      function: isForced,
    },
    // The port and the preferences count seconds; clients of this resource expect milliseconds.
    latency_last_30m: times('latency', 1000),
    throughput_last_30m: times('throughput', 1),
    uptime_last_5m: uptime(FIVE_MINUTES_MS),
    uptime_last_30m: uptime(HALF_AN_HOUR_MS),
    uptime_last_1d: uptime(A_DAY_MS),
  };
}

function chatOffer({ parameters, maxOutputTokens }: ChatEndpoint): Offer {
  const hasTools = parameters.has('tools');
  return {
    parameters: parameterNames(parameters),
    maxOutputTokens,
    hasTools,
    isForced: hasTools && parameters.has('tool_choice'),
  };
}

function embeddingOffer({ dimensions: { from, oneOf }, inputTypes }: EmbeddingEndpoint): Offer {
  return {
    parameters: [
      'encoding_format',
      ...(from !== undefined || oneOf !== undefined ? ['dimensions'] : []),
      ...(inputTypes.size > 0 ? ['input_type'] : []),
    ],
  };
}

/** A provider of the host's own may have `Infinity`, which JSON does not. */
function bounded(tokens: number): number {
  return Math.min(tokens, Number.MAX_SAFE_INTEGER);
}

/** Where what is written into a cache has a price, it is written only on request. */
function cachesUnasked({ pricing }: PricedEndpoint): boolean {
  return pricing.input_cache_read !== undefined && pricing.input_cache_write === undefined;
}

function percentilesOf(
  measured: { readonly provider: Provider; readonly model: string },
  measure: Measure,
  unit: number,
  statistics: EndpointView['statistics'],
): Endpoint['latency_last_30m'] {
  const at = (percentile: 'p50' | 'p75' | 'p90' | 'p99') => {
    const value = statistics.percentile(measured, measure, percentile, HALF_AN_HOUR_MS);
    // Known to within 2.5 %, so more digits would pretend.
    return value === undefined ? undefined : Number((value * unit).toPrecision(3));
  };
  const [p50, p75, p90, p99] = [at('p50'), at('p75'), at('p90'), at('p99')];
  if (p50 === undefined || p75 === undefined || p90 === undefined || p99 === undefined) return null;
  return { p50, p75, p90, p99 };
}
