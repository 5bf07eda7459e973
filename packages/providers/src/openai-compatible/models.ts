import type { ChatParameter } from '@model-gateway/core/chat';
import { chatTable, PUBLIC_CATALOG } from '../chat/chat-table.ts';
import { usd } from '../chat/usd.ts';

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

const V4 = {
  ...PUBLIC_CATALOG,
  context: 1_048_576,
  inputs: ['text'],
  parameters: DEEPSEEK,
  maxStops: 16,
  reasoning: { efforts: ['xhigh', 'high'] },
} as const;

/** What DeepSeek's language models can do and cost. */
export const DEEPSEEK_MODELS = chatTable({ slug: 'deepseek', name: 'DeepSeek' }, V4, [
  [
    'deepseek-v4-pro',
    'DeepSeek V4 Pro',
    '2026-04-24',
    usd(0.435, 0.87, 0.003625),
    { maxOutput: 384_000 },
  ],
  [
    'deepseek-v4-flash',
    'DeepSeek V4 Flash',
    '2026-04-24',
    usd(0.14, 0.28, 0.028),
    { maxOutput: 393_216 },
  ],
]);

const COMMON = { ...PUBLIC_CATALOG, context: 262_144, parameters: MISTRAL } as const;
const REASONING = {
  parameters: [...MISTRAL, 'reasoning'],
  reasoning: { efforts: ['high'] },
} as const;

/** What Mistral's language models can do and cost. */
export const MISTRAL_MODELS = chatTable({ slug: 'mistralai', name: 'Mistral' }, COMMON, [
  [
    'mistral-medium-3-5',
    'Mistral Medium 3.5',
    '2026-04-30',
    usd(1.5, 7.5),
    { inputs: ['text', 'image', 'file'], ...REASONING },
  ],
  [
    'mistral-small-2603',
    'Mistral Small 4',
    '2026-03-16',
    usd(0.15, 0.6, 0.015),
    { inputs: ['text', 'image'], ...REASONING },
  ],
  [
    'mistral-large-2512',
    'Mistral Large 3 2512',
    '2025-12-01',
    usd(0.5, 1.5, 0.05),
    { inputs: ['text', 'image', 'file'] },
  ],
  [
    'codestral-2508',
    'Codestral 2508',
    '2025-08-01',
    usd(0.3, 0.9, 0.03),
    { context: 256_000, inputs: ['text', 'file'] },
  ],
]);
