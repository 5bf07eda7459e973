/**
 * For providers, the mock and tools: the canonical conversation, the parts of an answer, and the
 * dialects that clients speak.
 */
export type {
  Block,
  BlockCommon,
  CacheMark,
  CallBlock,
  ChatMessage,
  ChatRequest,
  ChatTool,
  ForeignBlock,
  HostedTool,
  MediaBlock,
  OutputFormat,
  ReasoningBlock,
  ReasoningRequest,
  RefusalBlock,
  ResultBlock,
  Sampling,
  Sealed,
  TextBlock,
  TextPhase,
  ToolChoice,
  Wire,
} from './ports/conversation.ts';
export type {
  ChatAnswer,
  ChatEndpoint,
  ChatInput,
  ChatJob,
  ChatLimits,
  ChatParameter,
  ChatProvider,
  ChatReasoning,
  CountContext,
} from './ports/chat-provider.ts';
export type {
  ChatPart,
  ChatUsage,
  DeltaPart,
  FinishPart,
  FinishReason,
  OpenPart,
} from './ports/chat-parts.ts';
export { createPartCheck, type PartCheck } from './chat/part-check.ts';
export { AnswerCollector, collectAnswer, type ChatResult } from './chat/collect-answer.ts';
export type { AnswerFacts } from './chat/dialects/answer-facts.ts';
export type { Dialect, ReadConversation, StreamWriter } from './chat/dialects/dialect.ts';
export type { WrittenUsage } from './chat/dialects/written-usage.ts';
export { CHAT_COMPLETIONS } from './chat/dialects/chat-completions/dialect.ts';
export { readChatCompletion } from './chat/dialects/chat-completions/read-request.ts';
export { MESSAGES } from './chat/dialects/messages/dialect.ts';
export { RESPONSES } from './chat/dialects/responses/dialect.ts';
export { readMessage } from './chat/dialects/messages/read-request.ts';
export { writeMessage } from './chat/dialects/messages/write-answer.ts';
export { MessageEventWriter } from './chat/dialects/messages/write-events.ts';
export { writeChatCompletion } from './chat/dialects/chat-completions/write-answer.ts';
export { ChunkWriter } from './chat/dialects/chat-completions/write-events.ts';
export {
  ChatCompletionRequestSchema,
  type ChatCompletionMessage,
  type ChatCompletionRequest,
  type ChatCompletionTool,
} from './resources/chat-completion-request.ts';
export {
  MessageRequestSchema,
  type MessageBlock,
  type MessageRequest,
  type MessageTool,
  type MessageTurn,
} from './resources/message-request.ts';
export type { ResponseRequest } from './resources/response-request.ts';
export type { ChatProviderPreferences } from './resources/chat-provider-preferences.ts';
