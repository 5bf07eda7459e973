export { openGateway, type OpenGateway, type OpenGatewayOptions } from './open-gateway.ts';
export { loadConfig, type LoadedConfig } from './loading/load-config.ts';
export { ConfigError, type ConfigProblem } from './config/config-error.ts';
export type { ConfigInput } from './config/schema.ts';
