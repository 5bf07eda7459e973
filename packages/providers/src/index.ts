export { defineImageProvider } from './images/define-image-provider.ts';
export type { ProviderDefinition } from './images/provider-definition.ts';
export type {
  ListedImageProvider,
  ListedModel,
  ListedProvider,
} from './options/listed-provider.ts';
export type { ProviderBase } from './options/provider-base.ts';
export type { AccessOptions } from './options/access-options.ts';
export type { ProviderOptions } from './images/provider-options.ts';
export {
  defineChatProvider,
  type ChatProviderOptions,
  type ListedChatProvider,
} from './parts/define-chat-provider.ts';
export type { ValueRule } from '@model-gateway/core/kit';
export type {
  ModelEntry,
  ModelRow,
  ModelTable,
  RetiredModel,
  RowFacts,
} from './options/model-table.ts';
export type { Call } from './images/call.ts';
export type { JsonAnswer, ProviderRequest } from './http/provider-request.ts';
export type { Polling } from './http/job-queue.ts';
export type { FailureRule } from './http/failure-rules.ts';
export type { FormPart } from './http/form-body.ts';
export { bearer } from './http/authorize.ts';
export { Base64Of, dataUrlOf } from './http/json-body.ts';
export type { ChatAbilities, ChatEntry, ChatRow, ChatTable } from './chat/chat-model.ts';
export type { ChatDefinition, ChatInterface, ChatRun } from './chat/chat-face.ts';
export type { ChatCall } from './chat/chat-call.ts';
export type { Decoder } from './chat/decoder.ts';
