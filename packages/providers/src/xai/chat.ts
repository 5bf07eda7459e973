import type { ChatDefinition } from '../chat/chat-face.ts';
import { CHAT_FAILURES } from '../wires/openai-chat/failures.ts';
import { fetchesButFiles } from '../wires/openai-chat/fetches.ts';
import { openAiChat, type OpenAiChatRules } from '../wires/openai-chat/openai-chat.ts';
import { XAI_CHAT_MODELS } from './chat-models.ts';

/** How xAI differs from OpenAI. */
export const XAI_RULES: OpenAiChatRules = { answer: { addsReasoning: true } };

/** How xAI continues conversations. */
export const XAI_CHAT: ChatDefinition = {
  wire: 'openai-chat',
  traits: () => ({ fetches: fetchesButFiles }),
  models: () => XAI_CHAT_MODELS,
  failures: () => CHAT_FAILURES,
  answer: openAiChat(() => XAI_RULES),
};
