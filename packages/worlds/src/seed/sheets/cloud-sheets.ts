import {
  ALWAYS_ON,
  MANDATORY,
  OFF,
  ON,
  OPTIONAL,
  withEfforts,
} from '../habits/reasoning-shapes.ts';
import { alike } from './alike.ts';
import type { Sheets } from './sheet.ts';

/** What smaller vendors of closed models sell now. */
export const CLOUD_SHEETS: Sheets = {
  'acme cloud': [
    alike({ reads: 'text' }, [
      {
        age: 6,
        price: [0.15, 0.6, { read: 0.015 }],
        limits: [128_000, null],
        parameters:
          'include_reasoning max_tokens reasoning response_format structured_outputs temperature tool_choice tools',
        reasoning: OPTIONAL,
        score: 14.1,
      },
      {
        age: 4.8,
        price: [0.25, 0.75, { read: 0.025 }],
        limits: [128_000, 50_000],
        parameters:
          'include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools',
        reasoning: withEfforts(ON, ['high', 'medium', 'low', 'none'], 'medium'),
        recommended: { temperature: 0.75 },
        score: 21.4,
      },
    ]),
  ],
  'bitterroot cloud': [
    alike(
      {
        limits: [256_000, 80_000],
        reads: 'text',
        parameters:
          'frequency_penalty logprobs max_tokens presence_penalty response_format stop structured_outputs temperature tool_choice tools top_logprobs top_p',
      },
      [
        { focus: 'code', age: 0.6, price: [0.15, 0.6, { read: 0.03 }] },
        {
          focus: 'code',
          age: 4,
          price: [0.3, 1.2, { read: 0.06 }],
          limits: [262_144, 80_000, 256_000],
          parameters:
            'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
          score: 33.7,
        },
        { focus: 'code', age: 0.6, price: [0.74, 2.96, { read: 0.15 }] },
      ],
    ),
  ],
  cloud: [
    [
      {
        age: 4.8,
        price: [0.25, 0.75, { read: 0.025 }],
        limits: [128_000, 50_000],
        reads: 'text',
        parameters:
          'include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools',
        reasoning: withEfforts(ON, ['high', 'medium', 'low', 'none'], 'medium'),
        recommended: { temperature: 0.75 },
        score: 21.4,
      },
    ],
    [
      {
        age: 0.4,
        price: [1.25, 4.25, { read: 0.15, search: '0.0025' }],
        limits: [1_048_576, null],
        reads: 'text+image+video+file+audio',
        parameters:
          'include_reasoning max_tokens reasoning reasoning_effort repetition_penalty response_format structured_outputs temperature tool_choice tools top_k top_p',
        reasoning: withEfforts(MANDATORY, ['xhigh', 'high', 'medium', 'low', 'minimal'], 'medium'),
        moderated: true,
        score: 50.6,
      },
    ],
    [
      {
        age: 2.5,
        price: [0.15, 1.5],
        limits: [32_768, 8192],
        reads: 'text+image+video',
        parameters:
          'frequency_penalty include_reasoning max_tokens presence_penalty reasoning structured_outputs temperature top_k top_p',
        reasoning: OPTIONAL,
      },
    ],
    [
      {
        age: 1.1,
        price: [5, 30, { read: 0.5, search: '0.01', steps: [[272_000, 10, 45]] }],
        limits: [1_000_000, 128_000],
        reads: 'text+image',
        parameters:
          'include_reasoning reasoning reasoning_effort structured_outputs tool_choice tools web_search_options',
        reasoning: withEfforts(ALWAYS_ON, ['max', 'xhigh', 'high'], 'xhigh'),
      },
    ],
    [
      {
        age: 6,
        price: [0.15, 0.6, { read: 0.015 }],
        limits: [128_000, null],
        reads: 'text',
        parameters:
          'include_reasoning max_tokens reasoning response_format structured_outputs temperature tool_choice tools',
        reasoning: OPTIONAL,
        score: 14.1,
      },
    ],
    [
      {
        age: 6.2,
        price: [0.6, 6],
        limits: [1_040_000, 8192],
        reads: 'text',
        parameters: 'max_tokens stop temperature top_k top_p',
        moderated: true,
      },
    ],
  ],
  'karst cloud': [
    alike(
      {
        limits: [262_144, null],
        reads: 'text+image+file',
        parameters:
          'frequency_penalty max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_p',
      },
      [
        {
          focus: 'code',
          age: 11.8,
          price: [0.3, 0.9, { read: 0.03 }],
          limits: [256_000, null],
          reads: 'text+file',
          recommended: { temperature: 0.3 },
          score: 7.7,
        },
        {
          age: 7.8,
          price: [0.5, 1.5, { read: 0.05 }],
          recommended: { temperature: 0.0645 },
          score: 15.9,
        },
        {
          age: 11.4,
          price: [0.4, 2, { read: 0.04 }],
          limits: [131_072, null],
          recommended: { temperature: 0.3 },
          score: 14.7,
        },
        {
          age: 2.9,
          price: [1.5, 7.5],
          parameters:
            'frequency_penalty include_reasoning max_tokens presence_penalty reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_p',
          reasoning: withEfforts(OPTIONAL, ['high', 'none'], 'high'),
          score: 29.9,
        },
      ],
    ),
  ],
  'saltmarsh cloud': [
    alike(
      {
        limits: [262_144, 131_072],
        reads: 'text+image+video',
        parameters:
          'frequency_penalty include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools top_p',
        reasoning: withEfforts(OPTIONAL, ['high', 'medium', 'low', 'minimal'], 'medium'),
      },
      [
        { age: 5, price: [0.1, 0.4, { steps: [[128_000, 0.2, 0.8]] }] },
        { age: 4.6, price: [0.25, 2, { steps: [[128_000, 0.5, 4]] }] },
      ],
    ),
  ],
  'xeno cloud': [
    alike({ reads: 'text+image+file' }, [
      {
        focus: 'code',
        age: 2.2,
        price: [1, 2, { read: 0.2, search: '0.005', steps: [[200_000, 2, 4]] }],
        limits: [256_000, null],
        parameters:
          'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        reasoning: MANDATORY,
        score: 39.8,
      },
      {
        age: 3.9,
        price: [1.25, 2.5, { read: 0.2, search: '0.005', steps: [[200_000, 2.5, 5]] }],
        limits: [2_000_000, null],
        parameters:
          'include_reasoning logprobs max_tokens reasoning response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
        reasoning: OFF,
        score: 38.2,
      },
      {
        focus: 'thinking',
        age: 3.9,
        price: [1.25, 2.5, { read: 0.2, search: '0.005', steps: [[200_000, 2.5, 5]] }],
        limits: [2_000_000, null],
        parameters:
          'include_reasoning logprobs max_tokens reasoning reasoning_effort response_format seed structured_outputs temperature top_logprobs top_p',
        reasoning: withEfforts(ALWAYS_ON, ['xhigh', 'high', 'medium', 'low'], 'medium'),
      },
      {
        age: 2.9,
        price: [1.25, 2.5, { read: 0.2, search: '0.005', steps: [[200_000, 2.5, 5]] }],
        limits: [1_000_000, null],
        parameters:
          'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        reasoning: withEfforts(ON, ['high', 'medium', 'low', 'none'], 'low'),
        score: 37.6,
      },
      {
        age: 0.6,
        price: [2, 6, { read: 0.3, search: '0.005', steps: [[200_000, 4, 12]] }],
        limits: [500_000, null],
        parameters:
          'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        reasoning: withEfforts(ALWAYS_ON, ['high', 'medium', 'low'], 'high'),
        score: 53.8,
      },
    ]),
  ],
};
