export {
  createMockGateway,
  type MockGateway,
  type MockGatewayOptions,
} from './create-mock-gateway.ts';
export {
  startMockGateway,
  type RunningMockGateway,
  type StartMockGatewayOptions,
} from './start-mock-gateway.ts';
export { generateWorld, type GenerateWorldOptions } from './world/generate-world.ts';
export { loadGoldenWorld } from './world/golden-world.ts';
export type { WorldOptions } from './world/resolve-world.ts';
export type { World, WorldSource } from './world/world.ts';
