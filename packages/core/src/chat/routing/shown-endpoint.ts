import {
  A_DAY_MS,
  FIVE_MINUTES_MS,
  HALF_AN_HOUR_MS,
  type EndpointStatistics,
  type Measure,
} from '../../inference/statistics/endpoint-statistics.ts';
import type { ChatEndpoint, ChatParameter } from '../../ports/chat-provider.ts';
import type { Endpoint } from '../../resources/endpoint.ts';
import type { Model } from '../../resources/model.ts';
import type { ServingEndpoint } from '../../inference/routing/endpoints-of.ts';

/** What decides how much of an endpoint is shown. */
export interface EndpointView {
  readonly statistics: Pick<EndpointStatistics, 'percentile' | 'uptime'>;
  /** Whether times are shown: how busy a gateway is does not concern strangers. */
  readonly hasTimes: boolean;
}

/** Returns an endpoint as clients see it, measured by the attempts of this process. Source: contract §16.5. */
export function shownEndpoint(
  serving: ServingEndpoint<'chat'>,
  model: Pick<Model, 'id' | 'name'>,
  { statistics, hasTimes }: EndpointView,
): Endpoint {
  const { provider, endpoint } = serving;
  const { parameters } = endpoint;
  const hasTools = parameters.has('tools');
  const isForced = hasTools && parameters.has('tool_choice');
  const times = (measure: Measure, unit: number) =>
    hasTimes ? percentilesOf(serving, measure, unit, statistics) : null;
  const uptime = (ms: number) => statistics.uptime(serving, ms) ?? null;
  return {
    name: `${provider.name} | ${model.id}`,
    model_id: model.id,
    model_name: model.name,
    provider_name: provider.name,
    tag: provider.slug,
    context_length: bounded(endpoint.contextTokens),
    max_completion_tokens: bounded(endpoint.maxOutputTokens),
    max_prompt_tokens: null,
    quantization: endpoint.quantization ?? null,
    pricing: endpoint.pricing,
    supported_parameters: [...ALWAYS, ...[...parameters].flatMap(namesOf)],
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

/** A provider of the host's own may have `Infinity`, which JSON does not. */
function bounded(tokens: number): number {
  return Math.min(tokens, Number.MAX_SAFE_INTEGER);
}

/** What every endpoint obeys. */
const ALWAYS = ['max_tokens', 'max_completion_tokens'];

/** What else a client may call a parameter, or may send beside it. */
const NAMES: Readonly<Partial<Record<ChatParameter, readonly string[]>>> = {
  logprobs: ['logprobs', 'top_logprobs'],
  reasoning: ['reasoning', 'reasoning_effort', 'include_reasoning'],
};

function namesOf(parameter: ChatParameter): readonly string[] {
  return NAMES[parameter] ?? [parameter];
}

/** Where what is written into a cache has a price, it is written only on request. */
function cachesUnasked({ pricing }: ChatEndpoint): boolean {
  return pricing.input_cache_read !== undefined && pricing.input_cache_write === undefined;
}

function percentilesOf(
  serving: ServingEndpoint<'chat'>,
  measure: Measure,
  unit: number,
  statistics: EndpointView['statistics'],
): Endpoint['latency_last_30m'] {
  const at = (percentile: 'p50' | 'p75' | 'p90' | 'p99') => {
    const value = statistics.percentile(serving, measure, percentile, HALF_AN_HOUR_MS);
    // Known to within 2.5 %, so more digits would pretend.
    return value === undefined ? undefined : Number((value * unit).toPrecision(3));
  };
  const [p50, p75, p90, p99] = [at('p50'), at('p75'), at('p90'), at('p99')];
  if (p50 === undefined || p75 === undefined || p90 === undefined || p99 === undefined) return null;
  return { p50, p75, p90, p99 };
}
