import type { ChatDefinition } from '../chat/chat-face.ts';
import type { ChatTable } from '../chat/chat-model.ts';
import { GEMINI_CHAT_MODELS } from '../gemini/chat-models.ts';
import { GEMINI_FAILURES } from '../wires/gemini/failures.ts';
import { geminiChat, geminiTokens } from '../wires/gemini/gemini.ts';

/** Vertex AI announces ends of its own, and takes labels for the bill. */
const VERTEX_CHAT_MODELS: ChatTable = Object.fromEntries(
  Object.entries(GEMINI_CHAT_MODELS).map(([id, known]) => {
    const { retiredOn: _, passthrough = [], ...row } = known;
    return [id, { ...row, passthrough: [...passthrough, 'labels'] }];
  }),
);

const SERVICE = { hasCallIds: false, countsRequests: false };

/** How Vertex AI continues conversations. */
export const VERTEX_CHAT: ChatDefinition = {
  wire: 'gemini',
  models: () => VERTEX_CHAT_MODELS,
  failures: () => GEMINI_FAILURES,
  answer: geminiChat(SERVICE),
  countTokens: geminiTokens(SERVICE),
};
