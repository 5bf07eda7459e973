export { modelGateway } from './vite/model-gateway.ts';
export type { ModelGatewayPluginOptions } from './vite/plugin-options.ts';
export type { ModelGatewayPlugin } from './vite/plugin.ts';
