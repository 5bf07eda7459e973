export { openGateway, type OpenGateway, type OpenGatewayOptions } from './open-gateway.ts';
export { createRequestLog } from './log/request-log.ts';
export {
  createRequestMetrics,
  type RequestMetrics,
  type RequestMetricsOptions,
} from './metrics/create-request-metrics.ts';
export { loadConfig, type LoadedConfig } from './loading/load-config.ts';
export { ConfigError, type ConfigProblem } from './config/config-error.ts';
export type { ConfigInput } from './config/schema.ts';
