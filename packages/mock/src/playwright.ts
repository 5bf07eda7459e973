export { gatewayTest, type GatewayTestArgs, type GatewayWorkerArgs } from './runners/playwright.ts';
export type { GatewayFixturesOptions } from './runners/gateway-fixtures.ts';
