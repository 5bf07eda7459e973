export {
  defineFake,
  type FakeDefinition,
  type FakeOptions,
  type FakeProvider,
  type FakeRoute,
  type Fault,
  type ReceivedRequest,
  type Stage,
} from './fake-provider.ts';
export { events, FakeRequest, image, json, type FakeReply } from './fake-message.ts';
export { startFakeOpenAi } from './openai.ts';
export { tinyImage, tinyImageBytes } from './tiny-images.ts';
export { startFakeAzure } from './azure.ts';
export { startFakeBfl } from './bfl.ts';
export { startFakeOpenAiCompatible } from './openai-compatible.ts';
export { startFakeTogether } from './together.ts';
export { startFakeArk } from './ark.ts';
export { startFakeGemini, startFakeVertex } from './gemini.ts';
export { startFakeXai } from './xai.ts';
export { startFakeFal } from './fal.ts';
export { startFakeRecraft } from './recraft.ts';
export { startFakeReplicate } from './replicate.ts';
export { startFakeStability } from './stability.ts';
export type { Fields } from '../shared/fields.ts';
