export { assignment, type AssignmentSpec } from './builders/assignment.ts';
export { guardrail, type GuardrailSpec } from './builders/guardrail.ts';
export { isBuilderError, type BuilderError, type BuilderIssue } from './builders/check-input.ts';
export { destination, type DestinationSpec } from './builders/destination.ts';
export { member, type MemberSpec } from './builders/member.ts';
export { model, type ModelSpec } from './builders/model.ts';

export { generateWorld, type GenerateWorldOptions } from './world/generate-world.ts';
export { GOLDEN, loadGoldenWorld } from './world/golden-world.ts';
export { mockModels } from './world/mock-models.ts';
export { WORLD_NAMES, worldName, type WorldName } from './world/named-world.ts';
export {
  resolveWorld,
  type GivenWorld,
  type WorldOptions,
  type WorldSource,
} from './world/resolve-world.ts';
export type { MockModel, World, WorldAccounts } from './world.ts';
export { MOCK_ACCOUNT } from './mock-account.ts';

export type { ImageAbilities } from './abilities/image-abilities.ts';
export { imageEndpointOf } from './abilities/image-endpoint-of.ts';
export { chatEndpointOf } from './abilities/chat-endpoint-of.ts';
export { embeddingEndpointOf, rerankEndpointOf } from './abilities/vector-endpoints-of.ts';

export { DIAGNOSTICS, type DiagnosticCode } from './diagnostics.ts';
