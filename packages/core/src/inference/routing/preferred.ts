import type { EndpointId } from '../attempts/attempt-loop.ts';
import {
  FIVE_MINUTES_MS,
  PERCENTILES,
  type Measure,
  type Percentile,
  type EndpointStatistics,
} from '../statistics/endpoint-statistics.ts';
import type { ChatProviderPreferences } from '../../resources/chat-provider-preferences.ts';

type Bounds = ChatProviderPreferences['preferred_max_latency'];

/**
 * Returns whether an endpoint kept to `preferred_min_throughput` and `preferred_max_latency` in the
 * last five minutes, at every percentile. One that was not measured then may. Source: contract §12.6.
 */
export function isPreferred(
  endpoint: EndpointId,
  preferences: ChatProviderPreferences,
  statistics: Pick<EndpointStatistics, 'percentile'>,
): boolean {
  const { preferred_min_throughput: least, preferred_max_latency: most } = preferences;
  const keeps = (
    measure: Measure,
    bounds: Bounds,
    isKept: (value: number, at: number) => boolean,
  ) =>
    PERCENTILES.every((percentile) => {
      const bound = boundOf(bounds, percentile);
      if (bound === undefined || bound === null) return true;
      const value = statistics.percentile(endpoint, measure, percentile, FIVE_MINUTES_MS);
      return value === undefined || isKept(value, bound);
    });
  return (
    keeps('throughput', least, (value, bound) => value >= bound) &&
    keeps('latency', most, (value, bound) => value <= bound)
  );
}

/** A number alone is about the median. */
function boundOf(bounds: Bounds, percentile: Percentile): number | null | undefined {
  if (typeof bounds === 'number') return percentile === 'p50' ? bounds : undefined;
  return bounds?.[percentile];
}
