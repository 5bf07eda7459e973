import type { ChatParameter } from '@model-gateway/core/chat';
import { row } from '../chat/catalog-row.ts';
import type { ChatTable } from '../chat/chat-model.ts';
import { pricesPerMillion } from '../chat/prices-per-million.ts';

/** Penalties are refused by all current models, and texts that end an answer by those that reason. */
const XAI: readonly ChatParameter[] = [
  'tools',
  'tool_choice',
  'response_format',
  'structured_outputs',
  'temperature',
  'top_p',
  'seed',
  'logprobs',
  'reasoning',
];

/** What xAI's language models can do and cost. */
export const XAI_CHAT_MODELS: ChatTable = {
  'x-ai/grok-4.5': row('grok-4.5', 'xAI: Grok 4.5', {
    context: 500_000,
    inputs: ['text', 'image', 'file'],
    parameters: XAI,
    reasoning: { isMandatory: true, efforts: ['high', 'medium', 'low'] },
    pricing: pricesPerMillion(
      { prompt: 2, completion: 6, read: 0.3 },
      { tokens: 200_000, prompt: 4, completion: 12, read: 0.6 },
    ),
    released: '2026-07-08',
  }),
  'x-ai/grok-4.3': row('grok-4.3', 'xAI: Grok 4.3', {
    context: 1_000_000,
    inputs: ['text', 'image', 'file'],
    parameters: XAI,
    reasoning: { efforts: ['high', 'medium', 'low'] },
    pricing: pricesPerMillion(
      { prompt: 1.25, completion: 2.5, read: 0.2 },
      { tokens: 200_000, prompt: 2.5, completion: 5, read: 0.4 },
    ),
    released: '2026-04-30',
  }),
  'x-ai/grok-build-0.1': row('grok-build-0.1', 'xAI: Grok Build 0.1', {
    context: 256_000,
    inputs: ['text', 'image', 'file'],
    parameters: XAI,
    reasoning: { isMandatory: true },
    pricing: pricesPerMillion(
      { prompt: 1, completion: 2, read: 0.2 },
      { tokens: 200_000, prompt: 2, completion: 4, read: 0.4 },
    ),
    released: '2026-05-20',
  }),
};
