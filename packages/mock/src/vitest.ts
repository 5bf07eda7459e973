export { gatewayTest, type GatewayTestContext } from './runners/vitest.ts';
export type { GatewayFixtures, GatewayFixturesOptions } from './runners/gateway-fixtures.ts';
export { chatMatchers, type ChatMatchers, type MatcherResult } from './runners/chat-matchers.ts';
