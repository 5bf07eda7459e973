import { MANDATORY, ON, OPTIONAL, withBudget, withEfforts } from '../habits/reasoning-shapes.ts';
import { alike } from './alike.ts';
import type { Sheets } from './sheet.ts';

/** What vendors with a table of none of their own publish now, each group one vendor. */
export const INDEPENDENT_SHEETS: Sheets = {
  community: [
    alike(
      {
        limits: [131_072, 32_768],
        reads: 'text',
        parameters:
          'include_reasoning max_tokens reasoning response_format temperature tool_choice tools top_p',
        reasoning: MANDATORY,
      },
      [
        { age: 0.7, price: [0.7, 1.4, { read: 0.18 }] },
        { age: 5.1, price: [0.8, 1.6, { read: 0.2 }] },
        { age: 0.7, price: [3, 6, { read: 0.75 }] },
      ],
    ),
  ],
  open: [
    [
      {
        focus: 'thinking',
        age: 3.9,
        price: [0.22, 0.85, { read: 0.06 }],
        limits: [262_144, 262_144],
        reads: 'text',
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        reasoning: MANDATORY,
        recommended: { temperature: 0.3, top_p: 0.8 },
        score: 18.2,
      },
    ],
    [
      {
        age: 2.9,
        price: [0.05, 0.1, { read: 0.05 }],
        limits: [131_072, 131_072],
        reads: 'text',
        parameters:
          'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      },
    ],
    [
      {
        age: 0.2,
        price: [0.3, 1.2, { read: 0.006 }],
        limits: [1_048_756, 262_144],
        reads: 'text',
        parameters:
          'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning repetition_penalty seed stop temperature tool_choice tools top_k top_p',
        reasoning: withBudget(ON),
      },
    ],
    alike(
      {
        limits: [262_144, 262_144],
        reads: 'text+image',
        reasoning: OPTIONAL,
        recommended: { temperature: 0.7, top_p: 0.95, top_k: 40 },
      },
      [
        {
          age: 1.1,
          price: [0.025, 0.1, { read: 0.0025 }],
          parameters:
            'include_reasoning logprobs max_tokens reasoning response_format structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        },
        {
          age: 1.6,
          price: [0.25, 1, { read: 0.025 }],
          parameters:
            'frequency_penalty include_reasoning logprobs max_tokens reasoning temperature tool_choice tools top_k top_logprobs top_p',
          score: 41,
        },
      ],
    ),
    [
      {
        age: 4.2,
        price: [0.1, 0.1],
        limits: [16_384, 16_384],
        reads: 'image+text+video',
        parameters:
          'frequency_penalty logprobs max_tokens presence_penalty seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        reasoning: OPTIONAL,
      },
    ],
    [
      {
        age: 5.9,
        price: [0.1, 0.3],
        limits: [262_144, 65_536],
        reads: 'text',
        parameters:
          'frequency_penalty include_reasoning max_tokens reasoning temperature tool_choice tools top_k top_p',
        reasoning: MANDATORY,
      },
      {
        age: 2,
        price: [0.2, 1.15, { read: 0.04 }],
        limits: [262_144, 256_000, 256_000],
        reads: 'text+image+video',
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        reasoning: withEfforts(MANDATORY, ['high', 'medium', 'low'], 'medium'),
        score: 30.3,
      },
    ],
    alike(
      {
        reads: 'text',
        reasoning: withEfforts(ON, ['high', 'low', 'none'], 'high'),
        recommended: { temperature: 0.9, top_p: 1 },
      },
      [
        {
          age: 3.2,
          price: [0.063, 0.21, { read: 0.021 }],
          limits: [262_144, null],
          parameters:
            'include_reasoning max_tokens reasoning reasoning_effort seed temperature tool_choice tools top_p',
          score: 41.2,
        },
        {
          age: 0.7,
          price: [0.132, 0.528, { read: 0.033 }],
          limits: [262_144, 128_000],
          parameters:
            'frequency_penalty include_reasoning logit_bias max_completion_tokens max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
          score: 31.7,
        },
      ],
    ),
    [
      {
        age: 0.3,
        price: [1, 4.05, { read: 0.17 }],
        limits: [1_048_576, null, 524_288],
        reads: 'text+image+audio',
        parameters:
          'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty seed stop temperature tool_choice tools top_k top_p',
        reasoning: withEfforts(ON, ['max', 'high', 'medium', 'low', 'minimal', 'none'], 'high'),
        score: 40.7,
      },
    ],
    alike(
      {
        limits: [1_050_000, 131_072, 1_048_576],
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        reasoning: OPTIONAL,
        recommended: { temperature: 1, top_p: 0.95 },
      },
      [
        {
          age: 3.2,
          price: [0.14, 0.28, { read: 0.0028 }],
          reads: 'text+audio+image+video',
          score: 37.2,
        },
        { age: 3.2, price: [0.435, 0.87, { read: 0.0036 }], reads: 'text', score: 42.2 },
      ],
    ),
  ],
};
