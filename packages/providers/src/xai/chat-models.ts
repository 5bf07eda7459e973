import type { ChatParameter } from '@model-gateway/core/chat';
import { chatTable, PUBLIC_CATALOG } from '../chat/chat-table.ts';
import { usdUpTo } from '../chat/usd.ts';

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

const COMMON = {
  ...PUBLIC_CATALOG,
  inputs: ['text', 'image', 'file'],
  parameters: XAI,
  reasoning: { isMandatory: true, efforts: ['high', 'medium', 'low'] },
} as const;

const longUsd = usdUpTo(200_000, { prompt: 2, completion: 2 });

/** What xAI's language models can do and cost. */
export const XAI_CHAT_MODELS = chatTable({ slug: 'x-ai', name: 'xAI' }, COMMON, [
  ['grok-4.5', 'Grok 4.5', '2026-07-08', longUsd(2, 6, 0.3), { context: 500_000 }],
  [
    'grok-4.3',
    'Grok 4.3',
    '2026-04-30',
    longUsd(1.25, 2.5, 0.2),
    { context: 1_000_000, reasoning: { efforts: ['high', 'medium', 'low'] } },
  ],
  [
    'grok-build-0.1',
    'Grok Build 0.1',
    '2026-05-20',
    longUsd(1, 2, 0.2),
    { context: 256_000, reasoning: { isMandatory: true } },
  ],
]);
