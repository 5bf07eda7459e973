import type { ChatParameter } from '@model-gateway/core/chat';
import { row } from '../chat/catalog-row.ts';
import type { ChatAbilities, ChatTable } from '../chat/chat-model.ts';
import { pricesPerMillion } from '../chat/prices-per-million.ts';

const TOOLS: readonly ChatParameter[] = [
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'structured_outputs',
  'seed',
];
/** Models that reason take no sampling. */
const REASONING: readonly ChatParameter[] = [...TOOLS, 'reasoning'];
const SAMPLING: readonly ChatParameter[] = [
  ...TOOLS,
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'stop',
  'logit_bias',
  'logprobs',
];

const COMMON = {
  inputs: ['text', 'image', 'file'],
  maxStops: 4,
} as const satisfies Partial<ChatAbilities>;
const GPT_5 = { ...COMMON, context: 400_000, maxOutput: 128_000, parameters: REASONING };
const LONG = { ...GPT_5, context: 1_050_000 };
const O_SERIES = { ...COMMON, context: 200_000, maxOutput: 100_000, parameters: REASONING };
const GPT_4_1 = { ...COMMON, context: 1_047_576, maxOutput: 32_768, parameters: SAMPLING };
const GPT_4O = { ...COMMON, context: 128_000, maxOutput: 16_384, parameters: SAMPLING };

const UP_TO_MAX = { efforts: ['max', 'xhigh', 'high', 'medium', 'low'] } as const;
const UP_TO_XHIGH = { efforts: ['xhigh', 'high', 'medium', 'low'] } as const;
const UP_TO_HIGH = { efforts: ['high', 'medium', 'low'] } as const;
const ALWAYS = { isMandatory: true, efforts: ['high', 'medium', 'low', 'minimal'] } as const;

/** What OpenAI's language models can do and cost. */
export const OPENAI_CHAT_MODELS: ChatTable = {
  'openai/gpt-5.6-sol': row('gpt-5.6-sol', 'OpenAI: GPT-5.6 Sol', {
    ...LONG,
    reasoning: UP_TO_MAX,
    pricing: pricesPerMillion(
      { prompt: 5, completion: 30, read: 0.5, write: 6.25 },
      { tokens: 272_000, prompt: 10, completion: 45, read: 1, write: 12.5 },
    ),
    released: '2026-07-09',
  }),
  'openai/gpt-5.6-terra': row('gpt-5.6-terra', 'OpenAI: GPT-5.6 Terra', {
    ...LONG,
    reasoning: UP_TO_MAX,
    pricing: pricesPerMillion(
      { prompt: 1.25, completion: 7.5, read: 0.125, write: 1.5625 },
      { tokens: 272_000, prompt: 2.5, completion: 11.25, read: 0.25, write: 3.125 },
    ),
    released: '2026-07-09',
  }),
  'openai/gpt-5.6-luna': row('gpt-5.6-luna', 'OpenAI: GPT-5.6 Luna', {
    ...LONG,
    reasoning: UP_TO_MAX,
    pricing: pricesPerMillion(
      { prompt: 0.5, completion: 3, read: 0.05, write: 0.625 },
      { tokens: 272_000, prompt: 1, completion: 4.5, read: 0.1, write: 1.25 },
    ),
    released: '2026-07-09',
  }),
  'openai/gpt-5.5': row('gpt-5.5', 'OpenAI: GPT-5.5', {
    ...LONG,
    reasoning: UP_TO_XHIGH,
    pricing: pricesPerMillion(
      { prompt: 5, completion: 30, read: 0.5 },
      { tokens: 272_000, prompt: 10, completion: 45, read: 1 },
    ),
    released: '2026-04-24',
  }),
  'openai/gpt-5.4': row('gpt-5.4', 'OpenAI: GPT-5.4', {
    ...LONG,
    reasoning: UP_TO_XHIGH,
    pricing: pricesPerMillion(
      { prompt: 2.5, completion: 15, read: 0.25 },
      { tokens: 272_000, prompt: 5, completion: 22.5, read: 0.5 },
    ),
    released: '2026-03-05',
  }),
  'openai/gpt-5.4-mini': row('gpt-5.4-mini', 'OpenAI: GPT-5.4 Mini', {
    ...GPT_5,
    reasoning: UP_TO_XHIGH,
    pricing: pricesPerMillion({ prompt: 0.75, completion: 4.5, read: 0.075 }),
    released: '2026-03-17',
  }),
  'openai/gpt-5.4-nano': row('gpt-5.4-nano', 'OpenAI: GPT-5.4 Nano', {
    ...GPT_5,
    reasoning: UP_TO_XHIGH,
    pricing: pricesPerMillion({ prompt: 0.2, completion: 1.25, read: 0.02 }),
    released: '2026-03-17',
  }),
  'openai/gpt-5.2': row('gpt-5.2', 'OpenAI: GPT-5.2', {
    ...GPT_5,
    reasoning: UP_TO_XHIGH,
    pricing: pricesPerMillion({ prompt: 1.75, completion: 14, read: 0.175 }),
    released: '2025-12-10',
  }),
  'openai/gpt-5.1': row('gpt-5.1', 'OpenAI: GPT-5.1', {
    ...GPT_5,
    reasoning: UP_TO_HIGH,
    pricing: pricesPerMillion({ prompt: 1.25, completion: 10, read: 0.125 }),
    released: '2025-11-13',
  }),
  'openai/gpt-5': row('gpt-5', 'OpenAI: GPT-5', {
    ...GPT_5,
    reasoning: ALWAYS,
    pricing: pricesPerMillion({ prompt: 1.25, completion: 10, read: 0.125 }),
    released: '2025-08-07',
  }),
  'openai/gpt-5-mini': row('gpt-5-mini', 'OpenAI: GPT-5 Mini', {
    ...GPT_5,
    reasoning: ALWAYS,
    pricing: pricesPerMillion({ prompt: 0.25, completion: 2, read: 0.025 }),
    released: '2025-08-07',
  }),
  'openai/gpt-5-nano': row('gpt-5-nano', 'OpenAI: GPT-5 Nano', {
    ...GPT_5,
    reasoning: ALWAYS,
    pricing: pricesPerMillion({ prompt: 0.05, completion: 0.4, read: 0.005 }),
    released: '2025-08-07',
  }),
  'openai/o3': row('o3', 'OpenAI: o3', {
    ...O_SERIES,
    pricing: pricesPerMillion({ prompt: 2, completion: 8, read: 0.5 }),
    released: '2025-04-16',
  }),
  'openai/o4-mini': row('o4-mini', 'OpenAI: o4 Mini', {
    ...O_SERIES,
    pricing: pricesPerMillion({ prompt: 1.1, completion: 4.4, read: 0.275 }),
    released: '2025-04-16',
  }),
  'openai/gpt-4.1': row('gpt-4.1', 'OpenAI: GPT-4.1', {
    ...GPT_4_1,
    pricing: pricesPerMillion({ prompt: 2, completion: 8, read: 0.5 }),
    released: '2025-04-14',
  }),
  'openai/gpt-4.1-mini': row('gpt-4.1-mini', 'OpenAI: GPT-4.1 Mini', {
    ...GPT_4_1,
    pricing: pricesPerMillion({ prompt: 0.4, completion: 1.6, read: 0.1 }),
    released: '2025-04-14',
  }),
  'openai/gpt-4.1-nano': row('gpt-4.1-nano', 'OpenAI: GPT-4.1 Nano', {
    ...GPT_4_1,
    pricing: pricesPerMillion({ prompt: 0.1, completion: 0.4, read: 0.025 }),
    released: '2025-04-14',
  }),
  'openai/gpt-4o': row('gpt-4o', 'OpenAI: GPT-4o', {
    ...GPT_4O,
    pricing: pricesPerMillion({ prompt: 2.5, completion: 10, read: 1.25 }),
    released: '2024-05-13',
  }),
  'openai/gpt-4o-mini': row('gpt-4o-mini', 'OpenAI: GPT-4o-mini', {
    ...GPT_4O,
    pricing: pricesPerMillion({ prompt: 0.15, completion: 0.6, read: 0.075 }),
    released: '2024-07-18',
  }),
};
