import type { ChatParameter } from '@model-gateway/core/chat';
import { row } from '../chat/catalog-row.ts';
import type { ChatRow, ChatTable } from '../chat/chat-model.ts';
import { pricesPerMillion } from '../chat/prices-per-million.ts';

const PARAMETERS: readonly ChatParameter[] = [
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'structured_outputs',
  'reasoning',
];

/** Returns the row of a model that is on the Responses interface only. */
function only(
  upstream: string,
  name: string,
  more: Pick<ChatRow, 'pricing'> &
    Partial<Pick<ChatRow, 'context' | 'maxOutput'>> & {
      readonly released: string;
      readonly efforts?: NonNullable<ChatRow['reasoning']>['efforts'];
    },
): ChatRow {
  const { efforts, ...facts } = more;
  return row(upstream, name, {
    context: 400_000,
    maxOutput: 128_000,
    ...facts,
    api: 'responses',
    inputs: ['text', 'image', 'file'],
    parameters: PARAMETERS,
    reasoning: { isMandatory: true, ...(efforts && { efforts }) },
  });
}

/** What OpenAI's language models can do and cost that chat completions do not have. */
export const OPENAI_RESPONSES_MODELS: ChatTable = {
  'openai/gpt-5.5-pro': only('gpt-5.5-pro', 'OpenAI: GPT-5.5 Pro', {
    context: 1_050_000,
    efforts: ['xhigh', 'high', 'medium'],
    pricing: pricesPerMillion(
      { prompt: 30, completion: 180 },
      { tokens: 272_000, prompt: 60, completion: 270 },
    ),
    released: '2026-04-24',
  }),
  'openai/gpt-5.4-pro': only('gpt-5.4-pro', 'OpenAI: GPT-5.4 Pro', {
    context: 1_050_000,
    efforts: ['xhigh', 'high', 'medium'],
    pricing: pricesPerMillion(
      { prompt: 30, completion: 180 },
      { tokens: 272_000, prompt: 60, completion: 270 },
    ),
    released: '2026-03-05',
  }),
  'openai/gpt-5.3-codex': only('gpt-5.3-codex', 'OpenAI: GPT-5.3-Codex', {
    efforts: ['xhigh', 'high', 'medium', 'low'],
    pricing: pricesPerMillion({ prompt: 1.75, completion: 14, read: 0.175 }),
    released: '2026-02-24',
  }),
  'openai/gpt-5.2-codex': only('gpt-5.2-codex', 'OpenAI: GPT-5.2-Codex', {
    efforts: ['xhigh', 'high', 'medium', 'low'],
    pricing: pricesPerMillion({ prompt: 1.75, completion: 14, read: 0.175 }),
    released: '2026-01-14',
  }),
  'openai/gpt-5.2-pro': only('gpt-5.2-pro', 'OpenAI: GPT-5.2 Pro', {
    efforts: ['xhigh', 'high', 'medium'],
    pricing: pricesPerMillion({ prompt: 21, completion: 168 }),
    released: '2025-12-10',
  }),
  'openai/gpt-5.1-codex-max': only('gpt-5.1-codex-max', 'OpenAI: GPT-5.1-Codex-Max', {
    efforts: ['xhigh', 'high', 'medium', 'low'],
    pricing: pricesPerMillion({ prompt: 1.25, completion: 10, read: 0.125 }),
    released: '2025-12-04',
  }),
  'openai/gpt-5.1-codex': only('gpt-5.1-codex', 'OpenAI: GPT-5.1-Codex', {
    efforts: ['high', 'medium', 'low'],
    pricing: pricesPerMillion({ prompt: 1.25, completion: 10, read: 0.13 }),
    released: '2025-11-13',
  }),
  'openai/gpt-5.1-codex-mini': only('gpt-5.1-codex-mini', 'OpenAI: GPT-5.1-Codex-Mini', {
    efforts: ['high', 'medium', 'low'],
    pricing: pricesPerMillion({ prompt: 0.25, completion: 2, read: 0.03 }),
    released: '2025-11-13',
  }),
  'openai/gpt-5-pro': only('gpt-5-pro', 'OpenAI: GPT-5 Pro', {
    efforts: ['high'],
    pricing: pricesPerMillion({ prompt: 15, completion: 120 }),
    released: '2025-10-06',
  }),
  'openai/gpt-5-codex': only('gpt-5-codex', 'OpenAI: GPT-5 Codex', {
    efforts: ['high', 'medium', 'low'],
    pricing: pricesPerMillion({ prompt: 1.25, completion: 10, read: 0.125 }),
    released: '2025-09-23',
  }),
  'openai/o3-pro': only('o3-pro', 'OpenAI: o3 Pro', {
    context: 200_000,
    maxOutput: 100_000,
    pricing: pricesPerMillion({ prompt: 20, completion: 80 }),
    released: '2025-06-10',
  }),
};
