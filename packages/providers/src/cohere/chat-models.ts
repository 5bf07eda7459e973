import type { ChatParameter } from '@model-gateway/core/chat';
import type { ChatRow, ChatTable } from '../chat/chat-model.ts';
import { pricesPerMillion } from '../chat/prices-per-million.ts';

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

type Facts = Pick<ChatRow, 'context' | 'maxOutput' | 'parameters' | 'pricing' | 'released'> &
  Partial<Pick<ChatRow, 'inputs' | 'reasoning' | 'uncertainPrice'>>;

function row(upstream: string, name: string, facts: Facts): ChatRow {
  return {
    upstream,
    name: `Cohere: ${name}`,
    source: 'docs.cohere.com, models; prices as others list them',
    asOf: '2026-11-26',
    uncertainPrice: 'from a secondary source',
    inputs: ['text'],
    maxStops: 5,
    passthrough: ['documents', 'citation_options', 'safety_mode', 'priority'],
    ...facts,
  };
}

const LARGE = pricesPerMillion({ prompt: 2.5, completion: 10 });

/** What Cohere's language models can do and cost. */
export const COHERE_CHAT_MODELS: ChatTable = {
  'cohere/command-a-plus-05-2026': row('command-a-plus-05-2026', 'Command A+', {
    context: 128_000,
    maxOutput: 64_000,
    inputs: ['text', 'image'],
    parameters: [...FORCED, 'reasoning'],
    reasoning: {},
    pricing: LARGE,
    uncertainPrice: 'inferred from its predecessor, because there is no list price',
    released: '2026-05-20',
  }),
  'cohere/command-a-reasoning-08-2025': row('command-a-reasoning-08-2025', 'Command A Reasoning', {
    context: 256_000,
    maxOutput: 32_000,
    parameters: [...FORCED, 'reasoning'],
    reasoning: {},
    pricing: LARGE,
    released: '2025-08-21',
  }),
  'cohere/command-a-vision-07-2025': row('command-a-vision-07-2025', 'Command A Vision', {
    context: 128_000,
    maxOutput: 8000,
    inputs: ['text', 'image'],
    parameters: WITH_JSON,
    pricing: LARGE,
    released: '2025-07-31',
  }),
  'cohere/command-a': row('command-a-03-2025', 'Command A', {
    context: 256_000,
    maxOutput: 8192,
    parameters: FORCED,
    pricing: LARGE,
    released: '2025-03-13',
  }),
  'cohere/command-r7b-12-2024': row('command-r7b-12-2024', 'Command R7B (12-2024)', {
    context: 128_000,
    maxOutput: 4000,
    parameters: FORCED,
    pricing: pricesPerMillion({ prompt: 0.0375, completion: 0.15 }),
    released: '2024-12-14',
  }),
  'cohere/command-r-08-2024': row('command-r-08-2024', 'Command R (08-2024)', {
    context: 128_000,
    maxOutput: 4000,
    parameters: WITH_TOOLS,
    pricing: pricesPerMillion({ prompt: 0.15, completion: 0.6 }),
    released: '2024-08-30',
  }),
  'cohere/command-r-plus-08-2024': row('command-r-plus-08-2024', 'Command R+ (08-2024)', {
    context: 128_000,
    maxOutput: 4000,
    parameters: WITH_TOOLS,
    pricing: LARGE,
    released: '2024-08-30',
  }),
};
