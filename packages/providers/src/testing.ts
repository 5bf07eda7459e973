export {
  defineFake,
  type FakeDefinition,
  type FakeOptions,
  type FakeProvider,
  type FakeRoute,
  type Fault,
  type ReceivedRequest,
  type Stage,
} from './fakes/fake-provider.ts';
export {
  events,
  FakeRequest,
  image,
  json,
  script,
  type FakeReply,
  type FakeStep,
} from './fakes/fake-message.ts';
export { startFakeOpenAi } from './openai/fake.ts';
export { tinyImage, tinyImageBytes } from './fakes/tiny-images.ts';
export { startFakeAnthropic } from './anthropic/fake.ts';
export { startFakeAzure } from './azure/fake.ts';
export { startFakeBedrock } from './bedrock/fake.ts';
export { startFakeBfl } from './bfl/fake.ts';
export {
  startFakeCerebras,
  startFakeDeepSeek,
  startFakeFireworks,
  startFakeGroq,
  startFakeMistral,
  startFakeMoonshot,
  startFakeOllama,
  startFakeOpenAiCompatible,
  startFakePerplexity,
  startFakeQwen,
  startFakeTogetherChat,
  startFakeZai,
} from './openai-compatible/fake.ts';
export { startFakeTogether } from './together/fake.ts';
export { startFakeArk } from './ark/fake.ts';
export { startFakeGemini } from './gemini/fake.ts';
export { startFakeVertex } from './vertex/fake.ts';
export { startFakeXai } from './xai/fake.ts';
export { startFakeFal } from './fal/fake.ts';
export { startFakeRecraft } from './recraft/fake.ts';
export { startFakeReplicate } from './replicate/fake.ts';
export { startFakeStability } from './stability/fake.ts';
export type { Fields } from './http/fields.ts';
export { startFakeCohere } from './cohere/fake.ts';
export {
  startFakeJina,
  startFakeMistralEmbeddings,
  startFakeVoyage,
} from './openai-compatible/fake-vectors.ts';
