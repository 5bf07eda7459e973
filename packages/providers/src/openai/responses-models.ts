import type { ChatParameter } from '@model-gateway/core/chat';
import { chatTable, PUBLIC_CATALOG } from '../chat/chat-table.ts';
import { usd } from '../chat/usd.ts';
import { longUsd } from './chat-models.ts';

const PARAMETERS: readonly ChatParameter[] = [
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'structured_outputs',
  'reasoning',
];

const COMMON = {
  ...PUBLIC_CATALOG,
  api: 'responses',
  context: 400_000,
  maxOutput: 128_000,
  inputs: ['text', 'image', 'file'],
  parameters: PARAMETERS,
} as const;

const UP_TO_XHIGH = {
  reasoning: { isMandatory: true, efforts: ['xhigh', 'high', 'medium', 'low'] },
} as const;
const FROM_MEDIUM = {
  reasoning: { isMandatory: true, efforts: ['xhigh', 'high', 'medium'] },
} as const;
const LONG = { ...FROM_MEDIUM, context: 1_050_000 };
const UP_TO_HIGH = {
  reasoning: { isMandatory: true, efforts: ['high', 'medium', 'low'] },
} as const;
const HIGH = { reasoning: { isMandatory: true, efforts: ['high'] } } as const;
const O_SERIES = { context: 200_000, maxOutput: 100_000, reasoning: { isMandatory: true } };

/** What OpenAI's language models can do and cost that chat completions do not have. */
export const OPENAI_RESPONSES_MODELS = chatTable({ slug: 'openai', name: 'OpenAI' }, COMMON, [
  ['gpt-5.5-pro', 'GPT-5.5 Pro', '2026-04-24', longUsd(30, 180), LONG],
  ['gpt-5.4-pro', 'GPT-5.4 Pro', '2026-03-05', longUsd(30, 180), LONG],
  ['gpt-5.3-codex', 'GPT-5.3-Codex', '2026-02-24', usd(1.75, 14, 0.175), UP_TO_XHIGH],
  ['gpt-5.2-codex', 'GPT-5.2-Codex', '2026-01-14', usd(1.75, 14, 0.175), UP_TO_XHIGH],
  ['gpt-5.2-pro', 'GPT-5.2 Pro', '2025-12-10', usd(21, 168), FROM_MEDIUM],
  ['gpt-5.1-codex-max', 'GPT-5.1-Codex-Max', '2025-12-04', usd(1.25, 10, 0.125), UP_TO_XHIGH],
  ['gpt-5.1-codex', 'GPT-5.1-Codex', '2025-11-13', usd(1.25, 10, 0.13), UP_TO_HIGH],
  ['gpt-5.1-codex-mini', 'GPT-5.1-Codex-Mini', '2025-11-13', usd(0.25, 2, 0.03), UP_TO_HIGH],
  ['gpt-5-pro', 'GPT-5 Pro', '2025-10-06', usd(15, 120), HIGH],
  ['gpt-5-codex', 'GPT-5 Codex', '2025-09-23', usd(1.25, 10, 0.125), UP_TO_HIGH],
  ['o3-pro', 'o3 Pro', '2025-06-10', usd(20, 80), O_SERIES],
]);
