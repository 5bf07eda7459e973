import { collectDefaultMetrics, Registry, type OpenMetricsContentType } from 'prom-client';

/** Creates a registry in OpenMetrics format that has the metrics of the process: CPU, memory, event loop. */
export function processRegistry(): Registry<OpenMetricsContentType> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  return registry;
}
