export {
  createMockGateway,
  type MockGateway,
  type MockGatewayOptions,
  type NewTenantOptions,
} from './create-mock-gateway.ts';
export {
  startMockGateway,
  type RunningMockGateway,
  type StartMockGatewayOptions,
} from './start-mock-gateway.ts';
export type { MockTenant } from './tenant/mock-tenant.ts';
export type { RateLimit, TenantOptions } from './tenant/tenant-options.ts';
export type { TenantSnapshot } from './tenant/tenant.ts';
export type { Rule, RuledRequest, Next } from './rules/rule.ts';
export type { Duration, Moment, VirtualClock } from './clock/virtual-clock.ts';
export type { MockKeyName } from './mock-keys.ts';
export {
  createMockImageProvider,
  type MockImageProviderOptions,
} from './images/create-mock-image-provider.ts';
export { imageEndpointOf } from './images/capabilities/image-endpoint-of.ts';
export { generateWorld, type GenerateWorldOptions } from './world/generate-world.ts';
export { loadGoldenWorld } from './world/golden-world.ts';
export type { WorldOptions } from './world/resolve-world.ts';
export type { GivenWorld, World, WorldAccounts, WorldSource } from './world/world.ts';
