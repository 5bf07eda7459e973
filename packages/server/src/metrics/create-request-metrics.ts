import type { GatewayHandler, Provider, RequestObserver } from '@model-gateway/core';
import { checkOptions, ITERABLE, type OptionTable } from '@model-gateway/core/kit';
import { meterRequests } from './meter-requests.ts';
import { metricsPage } from './metrics-page.ts';
import { processRegistry } from './process-registry.ts';

/** Options of `createRequestMetrics`. */
export interface RequestMetricsOptions {
  /**
   * Those of the gateway: their series exist at 0 from the start, so that the first failure of each is
   * an increase.
   */
  readonly providers?: Iterable<Provider> | undefined;
}

/** Metrics for Prometheus, of a gateway that you mount yourself. */
export interface RequestMetrics {
  /** For `observers` of `createGateway`. */
  readonly observer: RequestObserver;
  /**
   * Answers `GET /metrics`: OpenMetrics for a scraper that accepts it, else the older text format. It
   * asks for no key, so mount it where clients do not reach it.
   */
  readonly handle: GatewayHandler;
}

/**
 * Creates the metrics that requests make, as the server has them: `gateway_requests_total`, durations,
 * attempts at providers, tokens, times to first output, images and credits, and those of the process.
 * Labels are routes, operations, statuses, providers and outcomes: no users, keys or models. Throws a
 * `TypeError` for invalid options. Source: contract §1.12.
 *
 * @example
 * const metrics = createRequestMetrics({ providers });
 * const gateway = createGateway({ stores, providers, observers: [metrics.observer] });
 * express().use(expressGateway(metrics.handle)).listen(9090, '127.0.0.1');
 */
export function createRequestMetrics(options: RequestMetricsOptions = {}): RequestMetrics {
  checkOptions('createRequestMetrics', options, OPTIONS);
  const registry = processRegistry();
  const { observer, begin, countWaiting } = meterRequests(registry);
  begin(options.providers ?? []);
  return {
    observer,
    async handle(request) {
      const { method, path } = request;
      if (path !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) return undefined;
      countWaiting();
      return metricsPage(await registry.metrics(), request);
    },
  };
}

const OPTIONS: OptionTable<RequestMetricsOptions> = { providers: ITERABLE };
