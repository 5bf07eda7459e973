import type { ChatParameter } from '@model-gateway/core/chat';
import { claudeAt } from '../anthropic/models.ts';
import type { ChatRow, ChatTable } from '../chat/chat-model.ts';
import { chatTable, PUBLIC_CATALOG } from '../chat/chat-table.ts';
import { usd } from '../chat/usd.ts';

/** Bedrock has no calls one by one, and no tools that Anthropic runs. */
const ABSENT: ReadonlySet<ChatParameter> = new Set(['parallel_tool_calls']);

function atBedrock(known: ChatRow): ChatRow {
  const { upstream, betas: _, pricing, ...model } = known;
  const { web_search: __, ...tokens } = pricing;
  return {
    ...model,
    upstream: `global.anthropic.${upstream}`,
    parameters: model.parameters.filter((name) => !ABSENT.has(name)),
    passthrough: PASSED,
    pricing: tokens,
    uncertainPrice: 'those of Anthropic itself',
  };
}

const PASSED = ['guardrailConfig', 'performanceConfig', 'requestMetadata'];

const NOVA: readonly ChatParameter[] = ['tools', 'stop', 'temperature', 'top_p', 'top_k'];

const COMMON = {
  ...PUBLIC_CATALOG,
  context: 300_000,
  maxOutput: 5120,
  inputs: ['text', 'image'],
  parameters: NOVA,
  passthrough: PASSED,
} as const;

const VENDOR = { slug: 'amazon', name: 'Amazon', upstreamOf: (id: string) => `us.amazon.${id}:0` };
const AMAZON = chatTable(VENDOR, COMMON, [
  [
    'nova-2-lite-v1',
    'Nova 2 Lite',
    '2025-12-02',
    usd(0.3, 2.5),
    {
      upstream: 'global.amazon.nova-2-lite-v1:0',
      context: 1_000_000,
      maxOutput: 65_535,
      inputs: ['text', 'image', 'file', 'video'],
      parameters: [...NOVA, 'tool_choice', 'reasoning'],
      reasoning: { efforts: ['high', 'medium', 'low'] },
    },
  ],
  [
    'nova-premier-v1',
    'Nova Premier 1.0',
    '2025-04-30',
    usd(2.5, 12.5, 0.625),
    { context: 1_000_000, maxOutput: 32_000 },
  ],
  ['nova-pro-v1', 'Nova Pro 1.0', '2024-12-05', usd(0.8, 3.2)],
  ['nova-lite-v1', 'Nova Lite 1.0', '2024-12-05', usd(0.06, 0.24)],
  [
    'nova-micro-v1',
    'Nova Micro 1.0',
    '2024-12-05',
    usd(0.035, 0.14),
    { context: 128_000, inputs: ['text'] },
  ],
]);

/** What Bedrock's language models can do and cost. */
export const BEDROCK_MODELS: ChatTable = { ...claudeAt('bedrock', atBedrock), ...AMAZON };
