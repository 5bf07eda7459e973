export { gatewayTest, type GatewayTestArgs, type GatewayWorkerArgs } from './runners/playwright.ts';
export type { GatewayFixturesOptions } from './runners/gateway-fixtures.ts';
export { chatMatchers, type ChatMatchers, type MatcherResult } from './runners/chat-matchers.ts';
