import type { Provider } from '../ports/provider.ts';
import { countMessageTokens } from './count-message-tokens.ts';
import { createChatCompletion } from './create-chat-completion.ts';
import { createMessage } from './create-message.ts';
import { createResponse } from './create-response.ts';

/**
 * The operations of conversations. A gateway has them while one of its providers has the face
 * `chat`; otherwise their paths are the host's. Source: contract §12.
 */
export const CONVERSATION_OPERATIONS = [
  createChatCompletion,
  createMessage,
  countMessageTokens,
  createResponse,
] as const;

/** The name of an operation of conversations. */
export type ConversationOperationId = (typeof CONVERSATION_OPERATIONS)[number]['id'];

/** Returns whether a provider continues conversations. */
export function hasConversations(providers: Iterable<Provider>): boolean {
  for (const { chat } of providers) if (chat !== undefined) return true;
  return false;
}
