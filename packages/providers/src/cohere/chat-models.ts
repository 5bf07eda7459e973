import type { ChatParameter } from '@model-gateway/core/chat';
import { chatTable } from '../chat/chat-table.ts';
import { usd } from '../chat/usd.ts';

const SAMPLED: readonly ChatParameter[] = [
  'temperature',
  'top_p',
  'top_k',
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'stop',
];
const WITH_JSON: readonly ChatParameter[] = [...SAMPLED, 'response_format', 'structured_outputs'];
const WITH_TOOLS: readonly ChatParameter[] = [...WITH_JSON, 'tools'];
/** Models before Command R7B cannot be made to call a tool. */
const FORCED: readonly ChatParameter[] = [...WITH_TOOLS, 'tool_choice'];

const COMMON = {
  source: 'docs.cohere.com, models; prices as others list them',
  asOf: '2026-11-26',
  uncertainPrice: 'from a secondary source',
  context: 128_000,
  maxOutput: 4000,
  inputs: ['text'],
  parameters: WITH_TOOLS,
  maxStops: 5,
  passthrough: ['documents', 'citation_options', 'safety_mode', 'priority'],
} as const;

const LARGE = usd(2.5, 10);

/** What Cohere's language models can do and cost. */
export const COHERE_CHAT_MODELS = chatTable({ slug: 'cohere', name: 'Cohere' }, COMMON, [
  [
    'command-a-plus-05-2026',
    'Command A+',
    '2026-05-20',
    LARGE,
    {
      maxOutput: 64_000,
      inputs: ['text', 'image'],
      parameters: [...FORCED, 'reasoning'],
      reasoning: {},
      uncertainPrice: 'inferred from its predecessor, because there is no list price',
    },
  ],
  [
    'command-a-reasoning-08-2025',
    'Command A Reasoning',
    '2025-08-21',
    LARGE,
    { context: 256_000, maxOutput: 32_000, parameters: [...FORCED, 'reasoning'], reasoning: {} },
  ],
  [
    'command-a-vision-07-2025',
    'Command A Vision',
    '2025-07-31',
    LARGE,
    { maxOutput: 8000, inputs: ['text', 'image'], parameters: WITH_JSON },
  ],
  [
    'command-a',
    'Command A',
    '2025-03-13',
    LARGE,
    { upstream: 'command-a-03-2025', context: 256_000, maxOutput: 8192, parameters: FORCED },
  ],
  [
    'command-r7b-12-2024',
    'Command R7B (12-2024)',
    '2024-12-14',
    usd(0.0375, 0.15),
    { parameters: FORCED },
  ],
  ['command-r-08-2024', 'Command R (08-2024)', '2024-08-30', usd(0.15, 0.6)],
  ['command-r-plus-08-2024', 'Command R+ (08-2024)', '2024-08-30', LARGE],
]);
