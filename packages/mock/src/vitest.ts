export { gatewayTest, type GatewayTestContext } from './runners/vitest.ts';
export type { GatewayFixtures, GatewayFixturesOptions } from './runners/gateway-fixtures.ts';
