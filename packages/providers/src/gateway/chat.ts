import { CHAT_PARAMETERS } from '@model-gateway/core/kit';
import type { ChatDefinition } from '../chat/chat-face.ts';
import { CHAT_FAILURES } from '../wires/openai-chat/failures.ts';
import { openAiChat } from '../wires/openai-chat/openai-chat.ts';

/** How a gateway such as this one continues conversations. It states what it charges. */
export const GATEWAY_CHAT: ChatDefinition = {
  wire: 'openai-chat',
  models: () => ({}),
  usual: () => ({ parameters: CHAT_PARAMETERS }),
  traits: () => ({ cacheMarks: true, modelImages: true }),
  failures: () => CHAT_FAILURES,
  answer: openAiChat(() => ({
    request: { reasoning: 'reasoning', replay: 'reasoning', cacheMarks: true },
    answer: { statesCost: true },
  })),
};
