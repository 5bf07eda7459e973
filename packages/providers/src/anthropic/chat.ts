import type { ChatDefinition } from '../chat/chat-face.ts';
import {
  ANTHROPIC,
  anthropicMessages,
  anthropicTokens,
} from '../wires/anthropic/anthropic-messages.ts';
import { MESSAGE_FAILURES } from '../wires/anthropic/failures.ts';
import { ANTHROPIC_MODELS } from './models.ts';

/** How Anthropic continues conversations. */
export const ANTHROPIC_CHAT: ChatDefinition = {
  wire: 'anthropic-messages',
  models: () => ANTHROPIC_MODELS,
  failures: () => MESSAGE_FAILURES,
  answer: anthropicMessages(ANTHROPIC),
  countTokens: anthropicTokens(ANTHROPIC),
  // Thinking is signed for the model that thought it.
  sealsByModel: true,
};
