import type { ChatDefinition } from '../chat/chat-face.ts';
import { OPENAI_CHAT_MODELS } from '../openai/chat-models.ts';
import { CHAT_FAILURES } from '../wires/openai-chat/failures.ts';
import { fetchesButFiles } from '../wires/openai-chat/fetches.ts';
import { openAiChat } from '../wires/openai-chat/openai-chat.ts';

/** How OpenAI's models continue conversations on Azure. */
export const AZURE_CHAT: ChatDefinition = {
  wire: 'openai-chat',
  traits: () => ({ fetches: fetchesButFiles }),
  models: () => OPENAI_CHAT_MODELS,
  failures: () => CHAT_FAILURES,
  answer: openAiChat(() => ({ request: { system: 'developer' } })),
};
