import { claudeAt } from '../anthropic/models.ts';
import type { ChatDefinition } from '../chat/chat-face.ts';
import type { ChatTable } from '../chat/chat-model.ts';
import { GEMINI_CHAT_MODELS } from '../gemini/chat-models.ts';
import {
  anthropicMessages,
  anthropicTokens,
  type MessageService,
} from '../wires/anthropic/anthropic-messages.ts';
import { MESSAGE_FAILURES } from '../wires/anthropic/failures.ts';
import { GEMINI_FAILURES } from '../wires/gemini/failures.ts';
import { hasKnownType } from '../wires/gemini/encode-media.ts';
import { geminiChat, geminiTokens } from '../wires/gemini/gemini.ts';
import type { VertexOptions } from './options.ts';

/** Vertex AI announces ends of its own, and takes labels for the bill. */
const OF_GOOGLE: ChatTable = Object.fromEntries(
  Object.entries(GEMINI_CHAT_MODELS).map(([id, known]) => {
    const { retiredOn: _, passthrough = [], ...row } = known;
    return [id, { ...row, passthrough: [...passthrough, 'labels'] }];
  }),
);

/** Beta features that change neither prices nor what is kept, as far as Vertex AI has them. */
const BETAS = ['interleaved-thinking-2025-05-14', 'context-management-2025-06-27'];

const OF_ANTHROPIC: ChatTable = claudeAt('vertex', (row) => ({
  ...row,
  api: 'messages',
  betas: BETAS,
  passthrough: ['cache_control', 'context_management'],
  uncertainPrice: 'those of Anthropic itself, which a region exceeds',
}));

const GOOGLE = { models: '/publishers/google/models', hasCallIds: false, countsRequests: false };

/** Source: platform.claude.com, Claude on Vertex AI; `@anthropic-ai/vertex-sdk`. */
const ANTHROPIC: MessageService = {
  version: 'vertex-2023-10-16',
  pathOf(upstream, what) {
    // The day of a version stands behind an @, which stays as it is.
    const name = encodeURIComponent(upstream).replace('%40', '@');
    const model = what === 'count' ? 'count-tokens' : name;
    const method = what === 'stream' ? 'streamRawPredict' : 'rawPredict';
    return `/publishers/anthropic/models/${model}:${method}`;
  },
};

/** How Vertex AI continues conversations: Anthropic's models, for projects only, over their own wire. */
export const VERTEX_CHAT: ChatDefinition<VertexOptions> = {
  wire: 'gemini',
  traits: () => ({ fetches: hasKnownType }),
  models: ({ project }) => (project === undefined ? OF_GOOGLE : { ...OF_GOOGLE, ...OF_ANTHROPIC }),
  failures: () => GEMINI_FAILURES,
  answer: geminiChat(GOOGLE),
  countTokens: geminiTokens(GOOGLE),
  apis: {
    messages: {
      wire: 'anthropic-messages',
      traits: () => ({ fetches: () => false }),
      // What Google says itself, of keys and limits, is in its own form.
      failures: () => [...MESSAGE_FAILURES, ...GEMINI_FAILURES],
      answer: anthropicMessages(ANTHROPIC),
      countTokens: anthropicTokens(ANTHROPIC),
      // Thinking is signed for the model that thought it.
      sealsByModel: true,
    },
  },
};
