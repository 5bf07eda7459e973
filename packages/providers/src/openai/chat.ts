import type { ChatDefinition } from '../chat/chat-face.ts';
import { CHAT_FAILURES } from '../wires/openai-chat/failures.ts';
import { openAiChat, type OpenAiChatRules } from '../wires/openai-chat/openai-chat.ts';
import { OPENAI_CHAT_MODELS } from './chat-models.ts';

const RULES: OpenAiChatRules = {
  request: {
    system: 'developer',
    user: 'safety_identifier',
    // Else every chunk has random text of random length.
    streamOptions: { include_usage: true, include_obfuscation: false },
  },
};

/** How OpenAI continues conversations. */
export const OPENAI_CHAT: ChatDefinition = {
  wire: 'openai-chat',
  models: () => OPENAI_CHAT_MODELS,
  failures: () => CHAT_FAILURES,
  answer: openAiChat(() => RULES),
};
