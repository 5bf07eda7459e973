export { gatewayFixtures, type GatewayTestBody } from './runners/node-test.ts';
export type { GatewayFixtures, GatewayFixturesOptions } from './runners/gateway-fixtures.ts';
