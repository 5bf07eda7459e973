export { gatewayFixtures, type GatewayTestBody } from './runners/jest.ts';
export type { GatewayFixtures, GatewayFixturesOptions } from './runners/gateway-fixtures.ts';
export { chatMatchers, type ChatMatchers, type MatcherResult } from './runners/chat-matchers.ts';
