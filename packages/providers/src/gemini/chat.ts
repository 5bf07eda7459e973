import type { ChatDefinition } from '../chat/chat-face.ts';
import { GEMINI_FAILURES } from '../wires/gemini/failures.ts';
import { geminiChat, geminiTokens } from '../wires/gemini/gemini.ts';
import { hasKnownType } from '../wires/gemini/encode-media.ts';
import { GEMINI_CHAT_MODELS } from './chat-models.ts';

const SERVICE = { models: '/models', hasCallIds: true, countsRequests: true };

/** How the Gemini API continues conversations. */
export const GEMINI_CHAT: ChatDefinition = {
  wire: 'gemini',
  traits: () => ({ fetches: hasKnownType }),
  models: () => GEMINI_CHAT_MODELS,
  failures: () => GEMINI_FAILURES,
  answer: geminiChat(SERVICE),
  countTokens: geminiTokens(SERVICE),
};
