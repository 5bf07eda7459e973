import type { ChatParameter } from '@model-gateway/core/chat';
import { chatTable, PUBLIC_CATALOG } from '../chat/chat-table.ts';
import { usd, usdUpTo } from '../chat/usd.ts';

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

const GPT_5 = { context: 400_000, maxOutput: 128_000, parameters: REASONING };
const UP_TO_XHIGH = {
  ...GPT_5,
  reasoning: { efforts: ['xhigh', 'high', 'medium', 'low'] },
} as const;
const LONG = { ...UP_TO_XHIGH, context: 1_050_000 };
const UP_TO_MAX = {
  ...LONG,
  reasoning: { efforts: ['max', 'xhigh', 'high', 'medium', 'low'] },
} as const;
const UP_TO_HIGH = { ...GPT_5, reasoning: { efforts: ['high', 'medium', 'low'] } } as const;
const ALWAYS = {
  ...GPT_5,
  reasoning: { isMandatory: true, efforts: ['high', 'medium', 'low', 'minimal'] },
} as const;
const O_SERIES = { context: 200_000, maxOutput: 100_000, parameters: REASONING };
const GPT_4_1 = { context: 1_047_576, maxOutput: 32_768, parameters: SAMPLING };
const GPT_4O = { context: 128_000, maxOutput: 16_384, parameters: SAMPLING };

const COMMON = { ...PUBLIC_CATALOG, inputs: ['text', 'image', 'file'], maxStops: 4 } as const;

/** Prices of the models with the long context. */
export const longUsd = usdUpTo(272_000, { prompt: 2, completion: 1.5 });

/** What OpenAI's language models can do and cost. */
export const OPENAI_CHAT_MODELS = chatTable({ slug: 'openai', name: 'OpenAI' }, COMMON, [
  ['gpt-5.6-sol', 'GPT-5.6 Sol', '2026-07-09', longUsd(5, 30, 0.5, { write: 6.25 }), UP_TO_MAX],
  [
    'gpt-5.6-terra',
    'GPT-5.6 Terra',
    '2026-07-09',
    longUsd(1.25, 7.5, 0.125, { write: 1.5625 }),
    UP_TO_MAX,
  ],
  [
    'gpt-5.6-luna',
    'GPT-5.6 Luna',
    '2026-07-09',
    longUsd(0.5, 3, 0.05, { write: 0.625 }),
    UP_TO_MAX,
  ],
  ['gpt-5.5', 'GPT-5.5', '2026-04-24', longUsd(5, 30, 0.5), LONG],
  ['gpt-5.4', 'GPT-5.4', '2026-03-05', longUsd(2.5, 15, 0.25), LONG],
  ['gpt-5.4-mini', 'GPT-5.4 Mini', '2026-03-17', usd(0.75, 4.5, 0.075), UP_TO_XHIGH],
  ['gpt-5.4-nano', 'GPT-5.4 Nano', '2026-03-17', usd(0.2, 1.25, 0.02), UP_TO_XHIGH],
  ['gpt-5.2', 'GPT-5.2', '2025-12-10', usd(1.75, 14, 0.175), UP_TO_XHIGH],
  ['gpt-5.1', 'GPT-5.1', '2025-11-13', usd(1.25, 10, 0.125), UP_TO_HIGH],
  ['gpt-5', 'GPT-5', '2025-08-07', usd(1.25, 10, 0.125), ALWAYS],
  ['gpt-5-mini', 'GPT-5 Mini', '2025-08-07', usd(0.25, 2, 0.025), ALWAYS],
  ['gpt-5-nano', 'GPT-5 Nano', '2025-08-07', usd(0.05, 0.4, 0.005), ALWAYS],
  ['o3', 'o3', '2025-04-16', usd(2, 8, 0.5), O_SERIES],
  ['o4-mini', 'o4 Mini', '2025-04-16', usd(1.1, 4.4, 0.275), O_SERIES],
  ['gpt-4.1', 'GPT-4.1', '2025-04-14', usd(2, 8, 0.5), GPT_4_1],
  ['gpt-4.1-mini', 'GPT-4.1 Mini', '2025-04-14', usd(0.4, 1.6, 0.1), GPT_4_1],
  ['gpt-4.1-nano', 'GPT-4.1 Nano', '2025-04-14', usd(0.1, 0.4, 0.025), GPT_4_1],
  ['gpt-4o', 'GPT-4o', '2024-05-13', usd(2.5, 10, 1.25), GPT_4O],
  ['gpt-4o-mini', 'GPT-4o-mini', '2024-07-18', usd(0.15, 0.6, 0.075), GPT_4O],
]);
