export { modelGateway, type ModelGatewayPluginOptions } from './vite/model-gateway.ts';
export type { ModelGatewayPlugin } from './vite/plugin.ts';
