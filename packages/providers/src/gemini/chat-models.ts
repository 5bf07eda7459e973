import type { ChatInput, ChatParameter } from '@model-gateway/core/chat';
import { chatTable } from '../chat/chat-table.ts';
import { usd, usdUpTo } from '../chat/usd.ts';

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

const EFFORTS = ['high', 'medium', 'low', 'minimal'] as const;

const GEMINI = {
  source: 'ai.google.dev, models, pricing and deprecations',
  asOf: '2026-11-26',
  uncertainPrice: 'from secondary sources, which quote that page',
  context: 1_048_576,
  maxOutput: 65_536,
  inputs: ALL,
  parameters: SAMPLED,
  maxStops: 5,
  passthrough: ['safetySettings', 'cachedContent', 'mediaResolution', 'thinkingConfig'],
  reasoning: { isMandatory: true, efforts: EFFORTS },
} as const;

const FROM_LOW = { reasoning: { isMandatory: true, efforts: ['high', 'medium', 'low'] } } as const;

/** Half the price, until a day. */
const FLASH_USD = usd(0.75, 3.75, 0.075);
const FLASH = { repriced: { on: '2027-01-01', pricing: usd(1.5, 7.5, 0.15) } };
const FLASH_FROM_LOW = { ...FLASH, ...FROM_LOW };
const GEMINI_4 = {
  ...FROM_LOW,
  parameters: COMMON,
  repriced: { on: '2026-12-01', pricing: usd(4, 20, 0.2) },
};

const longUsd = usdUpTo(200_000, { prompt: 2, completion: 1.5 });

/** What Google's language models can do and cost. */
export const GEMINI_CHAT_MODELS = chatTable({ slug: 'google', name: 'Google' }, GEMINI, [
  ['gemini-4-argon', 'Gemini 4 Argon', '2026-09-30', usd(2, 10, 0.1), GEMINI_4],
  ['gemini-4-carbon', 'Gemini 4 Carbon', '2026-11-10', usd(2, 10, 0.1), GEMINI_4],
  [
    'gemini-4-hydrogen',
    'Gemini 4 Hydrogen',
    '2026-11-12',
    usd(1.5, 7.5, 0.075),
    {
      parameters: COMMON,
      reasoning: { isMandatory: true, efforts: ['xhigh', 'high', 'medium', 'low'] },
    },
  ],
  ['gemini-3.8-flash', 'Gemini 3.8 Flash', '2026-09-02', FLASH_USD, FLASH_FROM_LOW],
  ['gemini-3.7-flash', 'Gemini 3.7 Flash', '2026-08-13', FLASH_USD, FLASH_FROM_LOW],
  ['gemini-3.6-flash', 'Gemini 3.6 Flash', '2026-07-21', FLASH_USD, FLASH],
  ['gemini-3.5-flash', 'Gemini 3.5 Flash', '2026-05-19', usd(1.5, 9, 0.15, { audio: 3 })],
  ['gemini-3.5-flash-lite', 'Gemini 3.5 Flash Lite', '2026-07-21', usd(0.3, 2.5, 0.03)],
  ['gemini-3.1-pro-preview', 'Gemini 3.1 Pro Preview', '2026-02-19', longUsd(2, 12, 0.2), FROM_LOW],
  [
    'gemini-3.1-flash-lite',
    'Gemini 3.1 Flash Lite',
    '2026-05-07',
    usd(0.25, 1.5, 0.025, { audio: 0.5 }),
    { reasoning: { isMandatory: false, efforts: EFFORTS }, retiredOn: '2027-05-07' },
  ],
  [
    'gemini-2.5-pro',
    'Gemini 2.5 Pro',
    '2025-06-17',
    longUsd(1.25, 10, 0.125),
    { reasoning: { isMandatory: true }, retiredOn: '2026-12-01' },
  ],
  [
    'gemini-2.5-flash',
    'Gemini 2.5 Flash',
    '2025-06-17',
    usd(0.3, 2.5, 0.03, { audio: 1 }),
    { reasoning: {}, retiredOn: '2026-12-01' },
  ],
  [
    'gemini-2.5-flash-lite',
    'Gemini 2.5 Flash Lite',
    '2025-07-22',
    usd(0.1, 0.4, 0.01, { audio: 0.3 }),
    { reasoning: {} },
  ],
]);
