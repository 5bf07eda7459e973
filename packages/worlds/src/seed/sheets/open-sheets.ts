import {
  ALWAYS_ON,
  MANDATORY,
  OFF,
  ON,
  OPTIONAL,
  withBudget,
  withEfforts,
} from '../habits/reasoning-shapes.ts';
import { alike } from './alike.ts';
import type { Sheets } from './sheet.ts';

/** What vendors with a few models publish now. */
export const OPEN_SHEETS: Sheets = {
  'ashgrove open': [
    alike(
      {
        limits: [262_144, 262_144],
        reads: 'text+image',
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p parallel_tool_calls presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        reasoning: ON,
      },
      [
        { age: 3.2, price: [0.646, 2.72, { read: 0.1088 }], score: 44.2 },
        {
          age: 6,
          price: [0.57, 2.85, { read: 0.095 }],
          parameters:
            'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
          score: 35.4,
        },
        {
          focus: 'code',
          age: 1.5,
          price: [0.73, 3.5, { read: 0.15 }],
          reasoning: ALWAYS_ON,
          score: 41.9,
        },
        {
          age: 0.4,
          price: [3, 15, { read: 0.3 }],
          limits: [1_048_576, null],
          parameters:
            'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
          reasoning: withEfforts(ON, ['max', 'high', 'low'], 'max'),
          recommended: { top_p: 0.95 },
          score: 57.1,
        },
      ],
    ),
  ],
  'cobaltine open': [
    alike({ reads: 'text' }, [
      {
        age: 7.4,
        price: [0.05, 0.2],
        limits: [262_144, 228_000],
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        reasoning: OPTIONAL,
        score: 14.2,
      },
      {
        age: 4.5,
        price: [0.085, 0.4],
        limits: [1_000_000, 16_384, 262_144],
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        reasoning: withEfforts(withBudget(ON), ['medium', 'low'], 'medium'),
        recommended: { temperature: 1, top_p: 0.95 },
        score: 25.4,
      },
      {
        age: 1.8,
        price: [0.5, 2.2, { read: 0.1 }],
        limits: [512_288, 16_384, 262_144],
        parameters:
          'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        reasoning: withEfforts(withBudget(ON), ['high', 'medium'], 'high'),
        recommended: { temperature: 1, top_p: 0.95 },
        score: 37.8,
      },
    ]),
  ],
  'karst open': [
    alike(
      {
        limits: [262_144, null],
        reads: 'text+image',
        parameters:
          'frequency_penalty max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_p',
      },
      [
        {
          age: 7.8,
          price: [0.1, 0.1, { read: 0.01 }],
          limits: [131_072, null],
          recommended: { temperature: 0.3 },
          score: 6.5,
        },
        {
          age: 7.8,
          price: [0.15, 0.15, { read: 0.015 }],
          parameters:
            'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
          recommended: { temperature: 0.3 },
          score: 9,
        },
        {
          age: 7.8,
          price: [0.2, 0.2, { read: 0.02 }],
          recommended: { temperature: 0.3 },
          score: 11.1,
        },
        {
          age: 8.9,
          price: [0.1, 0.3, { read: 0.01, audio: 100 }],
          limits: [32_000, null],
          reads: 'text+audio+file',
          recommended: { temperature: 0.2, top_p: 0.95 },
        },
        {
          age: 4.4,
          price: [0.15, 0.6, { read: 0.015 }],
          parameters:
            'frequency_penalty include_reasoning max_tokens presence_penalty reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
          reasoning: withEfforts(OFF, ['high', 'none'], 'high'),
          score: 19.6,
        },
        {
          focus: 'code',
          age: 7.6,
          price: [0.4, 2, { read: 0.04 }],
          reads: 'text+file',
          recommended: { temperature: 0.3 },
          score: 19.2,
        },
      ],
    ),
  ],
  'millrace open': [
    alike(
      {
        limits: [262_144, 32_768],
        reads: 'text',
        parameters: 'include_reasoning max_tokens reasoning temperature tool_choice tools',
        reasoning: ON,
      },
      [
        {
          age: 0.8,
          price: [0.06, 0.12, { read: 0.03 }],
          recommended: { temperature: 0.7, top_p: 0.9 },
        },
        {
          age: 0.2,
          price: [0.1, 0.2, { read: 0.01 }],
          limits: [1_048_576, 131_072],
          parameters: 'include_reasoning max_tokens reasoning stop temperature tool_choice tools',
          recommended: { temperature: 0.7, top_p: 0.9 },
        },
        { age: 3, price: [0.2, 0.4, { read: 0.1 }] },
      ],
    ),
  ],
  'murmuration open': [
    alike(
      {
        limits: [262_144, 32_768],
        reads: 'text',
        parameters:
          'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      },
      [
        { age: 3.2, price: [0.01, 0.03, { read: 0.002 }], score: 14.1 },
        { age: 3.1, price: [0.075, 0.625, { read: 0.015 }] },
        {
          age: 2.6,
          price: [0.075, 0.625, { read: 0.015 }],
          limits: [262_144, 65_536],
          parameters:
            'frequency_penalty include_reasoning max_tokens presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop temperature tool_choice tools top_k top_p',
          reasoning: withEfforts(MANDATORY, ['xhigh', 'high'], 'high'),
          score: 30.6,
        },
      ],
    ),
  ],
  'osier open': [
    alike(
      {
        limits: [262_144, 262_144],
        reads: 'image+text+video',
        reasoning: OFF,
        recommended: { temperature: 1, top_p: 0.95, top_k: 64 },
      },
      [
        {
          age: 3.8,
          price: [0.14, 0.4],
          parameters:
            'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_a top_k top_logprobs top_p',
          score: 29.4,
        },
        {
          age: 3.8,
          price: [0.14, 0.42, { read: 0.05 }],
          parameters:
            'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
          score: 25.7,
        },
      ],
    ),
  ],
  'seventide open': [
    alike(
      {
        reads: 'text',
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        recommended: { temperature: 1, top_p: 0.95 },
      },
      [
        {
          age: 5.4,
          price: [0.15, 0.9, { read: 0.05 }],
          limits: [204_800, 196_608, 196_608],
          parameters:
            'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p parallel_tool_calls presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
          reasoning: MANDATORY,
          score: 35.6,
        },
        {
          age: 4.3,
          price: [0.25, 1, { read: 0.05 }],
          limits: [204_800, 131_072, 196_608],
          reasoning: MANDATORY,
          score: 38.1,
        },
        {
          focus: 'roleplay',
          age: 6.1,
          price: [0.3, 1.2, { read: 0.03 }],
          limits: [65_536, 2048],
          parameters: 'max_tokens temperature top_p',
        },
        {
          age: 1.9,
          price: [0.3, 1.2, { read: 0.06 }],
          limits: [1_048_576, 512_000, 524_288],
          reads: 'text+image+video',
          reasoning: OPTIONAL,
          score: 44.4,
        },
      ],
    ),
  ],
};
