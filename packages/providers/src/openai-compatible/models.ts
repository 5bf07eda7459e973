import type { ChatParameter } from '@model-gateway/core/chat';
import { row } from '../chat/catalog-row.ts';
import type { ChatTable } from '../chat/chat-model.ts';
import { pricesPerMillion } from '../chat/prices-per-million.ts';

const TOOLS: readonly ChatParameter[] = ['tools', 'tool_choice', 'response_format', 'stop'];
const DEEPSEEK: readonly ChatParameter[] = [
  ...TOOLS,
  'temperature',
  'top_p',
  'logprobs',
  'reasoning',
];
const MISTRAL: readonly ChatParameter[] = [
  ...TOOLS,
  'parallel_tool_calls',
  'structured_outputs',
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'seed',
];
/** What DeepSeek's language models can do and cost. */
export const DEEPSEEK_MODELS: ChatTable = {
  'deepseek/deepseek-v4-pro': row('deepseek-v4-pro', 'DeepSeek: DeepSeek V4 Pro', {
    context: 1_048_576,
    maxOutput: 384_000,
    inputs: ['text'],
    parameters: DEEPSEEK,
    maxStops: 16,
    reasoning: { efforts: ['xhigh', 'high'] },
    pricing: pricesPerMillion({ prompt: 0.435, completion: 0.87, read: 0.003625 }),
    released: '2026-04-24',
  }),
  'deepseek/deepseek-v4-flash': row('deepseek-v4-flash', 'DeepSeek: DeepSeek V4 Flash', {
    context: 1_048_576,
    maxOutput: 393_216,
    inputs: ['text'],
    parameters: DEEPSEEK,
    maxStops: 16,
    reasoning: { efforts: ['xhigh', 'high'] },
    pricing: pricesPerMillion({ prompt: 0.14, completion: 0.28, read: 0.028 }),
    released: '2026-04-24',
  }),
};

/** What Mistral's language models can do and cost. */
export const MISTRAL_MODELS: ChatTable = {
  'mistralai/mistral-medium-3-5': row('mistral-medium-3-5', 'Mistral: Mistral Medium 3.5', {
    context: 262_144,
    inputs: ['text', 'image', 'file'],
    parameters: [...MISTRAL, 'reasoning'],
    reasoning: { efforts: ['high'] },
    pricing: pricesPerMillion({ prompt: 1.5, completion: 7.5 }),
    released: '2026-04-30',
  }),
  'mistralai/mistral-small-2603': row('mistral-small-2603', 'Mistral: Mistral Small 4', {
    context: 262_144,
    inputs: ['text', 'image'],
    parameters: [...MISTRAL, 'reasoning'],
    reasoning: { efforts: ['high'] },
    pricing: pricesPerMillion({ prompt: 0.15, completion: 0.6, read: 0.015 }),
    released: '2026-03-16',
  }),
  'mistralai/mistral-large-2512': row('mistral-large-2512', 'Mistral: Mistral Large 3 2512', {
    context: 262_144,
    inputs: ['text', 'image', 'file'],
    parameters: MISTRAL,
    pricing: pricesPerMillion({ prompt: 0.5, completion: 1.5, read: 0.05 }),
    released: '2025-12-01',
  }),
  'mistralai/codestral-2508': row('codestral-2508', 'Mistral: Codestral 2508', {
    context: 256_000,
    inputs: ['text', 'file'],
    parameters: MISTRAL,
    pricing: pricesPerMillion({ prompt: 0.3, completion: 0.9, read: 0.03 }),
    released: '2025-08-01',
  }),
};
