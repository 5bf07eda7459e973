export { gatewayFixtures, type GatewayTestBody } from './runners/jest.ts';
export type { GatewayFixtures, GatewayFixturesOptions } from './runners/gateway-fixtures.ts';
