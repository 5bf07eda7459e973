import type { ChatDefinition } from '../chat/chat-face.ts';
import { fetchesButFiles } from '../wires/openai-chat/fetches.ts';
import { openAiChat, type OpenAiChatRules } from '../wires/openai-chat/openai-chat.ts';
import { RESPONSES_FAILURES } from '../wires/openai-responses/failures.ts';
import { openAiResponses } from '../wires/openai-responses/openai-responses.ts';
import { OPENAI_CHAT_MODELS } from './chat-models.ts';
import { OPENAI_RESPONSES_MODELS } from './responses-models.ts';

const RULES: OpenAiChatRules = {
  request: {
    system: 'developer',
    user: 'safety_identifier',
    callIds: /^[^]{1,40}$/,
    // Else every chunk has random text of random length.
    streamOptions: { include_usage: true, include_obfuscation: false },
  },
};

const MODELS = { ...OPENAI_CHAT_MODELS, ...OPENAI_RESPONSES_MODELS };

/** How OpenAI continues conversations. */
export const OPENAI_CHAT: ChatDefinition = {
  wire: 'openai-chat',
  traits: () => ({ fetches: fetchesButFiles }),
  models: () => MODELS,
  failures: () => RESPONSES_FAILURES,
  answer: openAiChat(() => RULES),
  apis: {
    responses: {
      wire: 'openai-responses',
      failures: () => RESPONSES_FAILURES,
      answer: openAiResponses(),
    },
  },
};
