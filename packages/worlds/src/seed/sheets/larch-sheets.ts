import { ON, OPTIONAL, withBudget } from '../habits/reasoning-shapes.ts';
import { alike } from './alike.ts';
import type { Sheets } from './sheet.ts';

/** What the vendor with most models sells now, and publishes. */
export const LARCH_SHEETS: Sheets = {
  'larch cloud': [
    alike(
      {
        limits: [1_000_000, 65_536],
        reads: 'text+image+video',
        parameters:
          'include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
        reasoning: OPTIONAL,
      },
      [
        {
          age: 0,
          price: [
            0.03,
            0.13,
            {
              read: 0.006,
              write: 0.038,
              steps: [
                [32_000, 0.1, 0.4],
                [256_000, 0.2, 0.8],
              ],
            },
          ],
          parameters:
            'include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed temperature tool_choice tools top_logprobs top_p',
          reasoning: withBudget(ON),
        },
        {
          age: 5,
          price: [0.065, 0.26],
          parameters:
            'include_reasoning max_tokens presence_penalty reasoning response_format seed structured_outputs temperature tool_choice tools top_p',
        },
        { age: 3, price: [0.1875, 1.125, { write: 0.234375, steps: [[256_000, 0.75, 3]] }] },
        {
          age: 1.8,
          price: [0.32, 1.28, { read: 0.064, write: 0.4, steps: [[256_000, 0.96, 3.84]] }],
          reads: 'text+image',
          reasoning: ON,
          score: 39,
        },
        { age: 5.3, price: [0.26, 1.56, { steps: [[256_000, 0.325, 1.95]] }], score: 28.4 },
        { age: 3, price: [0.3, 1.8, { write: 0.375, steps: [[256_000, 0.375, 2.25]] }] },
        {
          age: 3.8,
          price: [0.325, 1.95, { write: 0.40625, steps: [[256_000, 1.3, 3.9]] }],
          score: 39.6,
        },
        {
          focus: 'thinking',
          age: 5.5,
          price: [
            0.78,
            3.9,
            {
              steps: [
                [32_000, 1.56, 7.8],
                [128_000, 1.95, 9.75],
              ],
            },
          ],
          limits: [262_144, 32_768],
          reads: 'text',
        },
        {
          age: 2.2,
          price: [1.475, 4.425, { read: 0.295, write: 1.84375 }],
          reads: 'text',
          reasoning: ON,
          score: 46,
        },
        {
          age: 3,
          price: [1.04, 6.24, { write: 1.3, steps: [[128_000, 1.6, 9.6]] }],
          limits: [262_144, 65_536],
          reads: 'text',
          reasoning: ON,
        },
      ],
    ),
  ],
  'larch open': [
    alike(
      {
        limits: [262_144, 65_536],
        reads: 'text+image+video',
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      },
      [
        {
          age: 4.6,
          price: [0.1, 0.15],
          limits: [262_144, 262_144],
          reasoning: OPTIONAL,
          score: 21.4,
        },
        {
          focus: 'code',
          age: 5.7,
          price: [0.18, 0.9, { read: 0.036 }],
          limits: [262_144, 64_000, 256_000],
          reads: 'text',
          parameters:
            'frequency_penalty logit_bias logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
          recommended: { temperature: 1, top_p: 0.95 },
          score: 21.1,
        },
        {
          age: 5,
          price: [0.14, 1],
          limits: [262_144, 262_144],
          reasoning: OPTIONAL,
          recommended: { temperature: 1, top_p: 0.95, top_k: 20 },
          score: 24,
        },
        {
          age: 3,
          price: [0.14, 1],
          limits: [262_144, 262_144],
          reasoning: ON,
          recommended: { temperature: 1, top_p: 0.95, top_k: 20 },
          score: 31.6,
        },
        {
          age: 5,
          price: [0.195, 1.56],
          reasoning: OPTIONAL,
          recommended: { temperature: 0.6, top_p: 0.95, top_k: 20 },
        },
        { age: 3, price: [0.3, 2, { read: 0.15 }], reasoning: ON, score: 37.1 },
        {
          age: 5,
          price: [0.26, 2.08],
          reasoning: OPTIONAL,
          recommended: { temperature: 0.6, top_p: 0.95, top_k: 20 },
          score: 32.3,
        },
        {
          age: 5.3,
          price: [0.39, 2.34],
          reasoning: OPTIONAL,
          recommended: { temperature: 0.6, top_p: 0.95, top_k: 20 },
          score: 33.7,
        },
      ],
    ),
  ],
};
