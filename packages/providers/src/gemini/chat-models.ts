import type { ChatInput, ChatParameter } from '@model-gateway/core/chat';
import type { ChatRow, ChatTable } from '../chat/chat-model.ts';
import { pricesPerMillion } from '../chat/prices-per-million.ts';

const ALL: readonly ChatInput[] = ['text', 'image', 'file', 'audio', 'video'];

const COMMON: readonly ChatParameter[] = [
  'tools',
  'tool_choice',
  'response_format',
  'structured_outputs',
  'seed',
  'stop',
  'reasoning',
];
/** What Gemini 4 does with sampling is not known, so that it is asked without. */
const SAMPLED: readonly ChatParameter[] = [...COMMON, 'temperature', 'top_p', 'top_k'];

const PASSTHROUGH = ['safetySettings', 'cachedContent', 'mediaResolution', 'thinkingConfig'];

type Facts = Pick<ChatRow, 'released' | 'retiredOn' | 'repriced' | 'reasoning' | 'pricing'> &
  Partial<Pick<ChatRow, 'parameters'>>;

function row(upstream: string, name: string, facts: Facts): ChatRow {
  return {
    upstream,
    name: `Google: ${name}`,
    source: 'ai.google.dev, models, pricing and deprecations',
    asOf: '2026-11-26',
    uncertainPrice: 'from secondary sources, which quote that page',
    context: 1_048_576,
    maxOutput: 65_536,
    inputs: ALL,
    parameters: SAMPLED,
    maxStops: 5,
    passthrough: PASSTHROUGH,
    ...facts,
  };
}

/** Half the price, until a day. */
const FLASH = {
  pricing: pricesPerMillion({ prompt: 0.75, completion: 3.75, read: 0.075 }),
  repriced: {
    on: '2027-01-01',
    pricing: pricesPerMillion({ prompt: 1.5, completion: 7.5, read: 0.15 }),
  },
};
const GEMINI_4 = {
  parameters: COMMON,
  pricing: pricesPerMillion({ prompt: 2, completion: 10, read: 0.1 }),
  repriced: {
    on: '2026-12-01',
    pricing: pricesPerMillion({ prompt: 4, completion: 20, read: 0.2 }),
  },
};
const FROM_LOW = { isMandatory: true, efforts: ['high', 'medium', 'low'] } as const;
const FROM_MINIMAL = {
  isMandatory: true,
  efforts: ['high', 'medium', 'low', 'minimal'],
} as const;

/** What Google's language models can do and cost. */
export const GEMINI_CHAT_MODELS: ChatTable = {
  'google/gemini-4-argon': row('gemini-4-argon', 'Gemini 4 Argon', {
    ...GEMINI_4,
    reasoning: FROM_LOW,
    released: '2026-09-30',
  }),
  'google/gemini-4-carbon': row('gemini-4-carbon', 'Gemini 4 Carbon', {
    ...GEMINI_4,
    reasoning: FROM_LOW,
    released: '2026-11-10',
  }),
  'google/gemini-4-hydrogen': row('gemini-4-hydrogen', 'Gemini 4 Hydrogen', {
    parameters: COMMON,
    pricing: pricesPerMillion({ prompt: 1.5, completion: 7.5, read: 0.075 }),
    reasoning: { isMandatory: true, efforts: ['xhigh', 'high', 'medium', 'low'] },
    released: '2026-11-12',
  }),
  'google/gemini-3.8-flash': row('gemini-3.8-flash', 'Gemini 3.8 Flash', {
    ...FLASH,
    reasoning: FROM_LOW,
    released: '2026-09-02',
  }),
  'google/gemini-3.7-flash': row('gemini-3.7-flash', 'Gemini 3.7 Flash', {
    ...FLASH,
    reasoning: FROM_LOW,
    released: '2026-08-13',
  }),
  'google/gemini-3.6-flash': row('gemini-3.6-flash', 'Gemini 3.6 Flash', {
    ...FLASH,
    reasoning: FROM_MINIMAL,
    released: '2026-07-21',
  }),
  'google/gemini-3.5-flash': row('gemini-3.5-flash', 'Gemini 3.5 Flash', {
    pricing: pricesPerMillion({ prompt: 1.5, completion: 9, read: 0.15, audio: 3 }),
    reasoning: FROM_MINIMAL,
    released: '2026-05-19',
  }),
  'google/gemini-3.5-flash-lite': row('gemini-3.5-flash-lite', 'Gemini 3.5 Flash Lite', {
    pricing: pricesPerMillion({ prompt: 0.3, completion: 2.5, read: 0.03 }),
    reasoning: FROM_MINIMAL,
    released: '2026-07-21',
  }),
  'google/gemini-3.1-pro-preview': row('gemini-3.1-pro-preview', 'Gemini 3.1 Pro Preview', {
    pricing: pricesPerMillion(
      { prompt: 2, completion: 12, read: 0.2 },
      { tokens: 200_000, prompt: 4, completion: 18, read: 0.4 },
    ),
    reasoning: FROM_LOW,
    released: '2026-02-19',
  }),
  'google/gemini-3.1-flash-lite': row('gemini-3.1-flash-lite', 'Gemini 3.1 Flash Lite', {
    pricing: pricesPerMillion({ prompt: 0.25, completion: 1.5, read: 0.025, audio: 0.5 }),
    reasoning: { ...FROM_MINIMAL, isMandatory: false },
    released: '2026-05-07',
    retiredOn: '2027-05-07',
  }),
  'google/gemini-2.5-pro': row('gemini-2.5-pro', 'Gemini 2.5 Pro', {
    pricing: pricesPerMillion(
      { prompt: 1.25, completion: 10, read: 0.125 },
      { tokens: 200_000, prompt: 2.5, completion: 15, read: 0.25 },
    ),
    reasoning: { isMandatory: true },
    released: '2025-06-17',
    retiredOn: '2026-12-01',
  }),
  'google/gemini-2.5-flash': row('gemini-2.5-flash', 'Gemini 2.5 Flash', {
    pricing: pricesPerMillion({ prompt: 0.3, completion: 2.5, read: 0.03, audio: 1 }),
    reasoning: {},
    released: '2025-06-17',
    retiredOn: '2026-12-01',
  }),
  'google/gemini-2.5-flash-lite': row('gemini-2.5-flash-lite', 'Gemini 2.5 Flash Lite', {
    pricing: pricesPerMillion({ prompt: 0.1, completion: 0.4, read: 0.01, audio: 0.3 }),
    reasoning: {},
    released: '2025-07-22',
  }),
};
