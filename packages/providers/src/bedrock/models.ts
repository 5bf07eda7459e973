import type { ChatParameter } from '@model-gateway/core/chat';
import { claudeAt } from '../anthropic/models.ts';
import { row } from '../chat/catalog-row.ts';
import type { ChatRow, ChatTable } from '../chat/chat-model.ts';
import { pricesPerMillion } from '../chat/prices-per-million.ts';

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

const FIRST_NOVA = {
  maxOutput: 5120,
  inputs: ['text', 'image'],
  parameters: NOVA,
  passthrough: PASSED,
  released: '2024-12-05',
} as const;

/** What Bedrock's language models can do and cost. */
export const BEDROCK_MODELS: ChatTable = {
  ...claudeAt('bedrock', atBedrock),
  'amazon/nova-2-lite-v1': row('global.amazon.nova-2-lite-v1:0', 'Amazon: Nova 2 Lite', {
    context: 1_000_000,
    maxOutput: 65_535,
    inputs: ['text', 'image', 'file', 'video'],
    parameters: [...NOVA, 'tool_choice', 'reasoning'],
    reasoning: { efforts: ['high', 'medium', 'low'] },
    passthrough: PASSED,
    pricing: pricesPerMillion({ prompt: 0.3, completion: 2.5 }),
    released: '2025-12-02',
  }),
  'amazon/nova-premier-v1': row('us.amazon.nova-premier-v1:0', 'Amazon: Nova Premier 1.0', {
    context: 1_000_000,
    maxOutput: 32_000,
    inputs: ['text', 'image'],
    parameters: NOVA,
    passthrough: PASSED,
    pricing: pricesPerMillion({ prompt: 2.5, completion: 12.5, read: 0.625 }),
    released: '2025-04-30',
  }),
  'amazon/nova-pro-v1': row('us.amazon.nova-pro-v1:0', 'Amazon: Nova Pro 1.0', {
    context: 300_000,
    ...FIRST_NOVA,
    pricing: pricesPerMillion({ prompt: 0.8, completion: 3.2 }),
  }),
  'amazon/nova-lite-v1': row('us.amazon.nova-lite-v1:0', 'Amazon: Nova Lite 1.0', {
    context: 300_000,
    ...FIRST_NOVA,
    pricing: pricesPerMillion({ prompt: 0.06, completion: 0.24 }),
  }),
  'amazon/nova-micro-v1': row('us.amazon.nova-micro-v1:0', 'Amazon: Nova Micro 1.0', {
    context: 128_000,
    ...FIRST_NOVA,
    inputs: ['text'],
    pricing: pricesPerMillion({ prompt: 0.035, completion: 0.14 }),
  }),
};
