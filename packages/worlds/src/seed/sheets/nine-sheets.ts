import { ON, withEfforts } from '../habits/reasoning-shapes.ts';
import { alike } from './alike.ts';
import type { Sheets } from './sheet.ts';

/** What a vendor of agents publishes now. */
export const NINE_SHEETS: Sheets = {
  'nine open': [
    alike(
      {
        reads: 'text',
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        reasoning: ON,
        recommended: { temperature: 1, top_p: 0.95 },
      },
      [
        { age: 6.2, price: [0.06, 0.4, { read: 0.01 }], limits: [202_752, 16_384], score: 29.4 },
        {
          age: 1.4,
          price: [0.7686, 2.4156, { read: 0.14274 }],
          limits: [1_048_576, 131_072],
          parameters:
            'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p parallel_tool_calls presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
          reasoning: withEfforts(ON, ['xhigh', 'high'], 'high'),
          score: 51.1,
        },
        { age: 5.5, price: [0.95, 2.55, { read: 0.2 }], limits: [204_800, 131_072], score: 41.2 },
        {
          age: 3.7,
          price: [0.966, 3.036, { read: 0.1794 }],
          limits: [204_800, 128_000, 200_000],
          score: 40.2,
        },
        {
          age: 4.4,
          price: [1.2, 4, { read: 0.24 }],
          limits: [202_752, 131_072],
          parameters:
            'include_reasoning max_tokens reasoning response_format temperature tool_choice tools top_k top_p',
          score: 45.2,
        },
        {
          focus: 'vision',
          age: 3.9,
          price: [1.2, 4, { read: 0.24 }],
          limits: [202_752, 131_072],
          reads: 'image+text+video',
          parameters:
            'include_reasoning max_tokens reasoning response_format temperature tool_choice tools top_k top_p',
          score: 37.5,
        },
      ],
    ),
  ],
};
