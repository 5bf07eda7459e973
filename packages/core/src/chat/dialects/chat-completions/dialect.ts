import type { ChatCompletionRequest } from '../../../resources/chat-completion-request.ts';
import type { Dialect } from '../dialect.ts';
import { readChatCompletion } from './read-request.ts';
import { writeChatCompletion } from './write-answer.ts';
import { ChunkWriter } from './write-events.ts';

/** What clients of POST /chat/completions speak. Source: contract §12.4, §12.5. */
export const CHAT_COMPLETIONS: Dialect<ChatCompletionRequest> = {
  read: readChatCompletion,
  promptOf: ({ messages }) => JSON.stringify(messages),
  inputPath: 'messages',
  writeAnswer: writeChatCompletion,
  createWriter: (facts, request) => new ChunkWriter(facts, request),
  keepAlive: ': keep-alive\n\n',
  hiddenReasoning: 'nothing',
};
