import type { ChatDefinition } from '../chat/chat-face.ts';
import { cohereChat } from '../wires/cohere/cohere-chat.ts';
import { COHERE_FAILURES } from '../wires/cohere/failures.ts';
import { COHERE_CHAT_MODELS } from './chat-models.ts';

/** How Cohere continues conversations. */
export const COHERE_CHAT: ChatDefinition = {
  wire: 'cohere',
  models: () => COHERE_CHAT_MODELS,
  failures: () => COHERE_FAILURES,
  answer: cohereChat,
};
