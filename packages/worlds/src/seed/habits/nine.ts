import { ON, OPTIONAL, withEfforts } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Published weights with a recommended sampling for every model. */
export const NINE: VendorHabits = {
  limits: {
    recent: [
      [[202_752, 16_384], 1],
      [[202_752, 131_072], 2],
      [[204_800, 128_000], 1],
      [[204_800, 131_072], 1],
      [[1_048_576, 131_072], 1],
    ],
    middle: [
      [[65_536, 16_384], 1],
      [[131_072, 32_768], 1],
      [[131_072, 98_304], 2],
      [[204_800, 131_072], 2],
    ],
  },
  reasoning: {
    recent: [
      [ON, 5],
      [withEfforts(ON, ['xhigh', 'high'], 'high'), 1],
    ],
    middle: [
      [OPTIONAL, 5],
      [ON, 1],
    ],
  },
  parameters: {
    plain: [],
    reasoning: [
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        4,
      ],
      [
        'include_reasoning max_tokens reasoning response_format temperature tool_choice tools top_k top_p',
        3,
      ],
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning repetition_penalty response_format seed stop temperature tool_choice tools top_k top_p',
        2,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p parallel_tool_calls presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning repetition_penalty seed stop temperature tool_choice tools top_k top_p',
        1,
      ],
    ],
  },
  recommended: {
    recent: [[{ temperature: 1, top_p: 0.95 }, 6]],
    middle: [
      [{ temperature: 0.75 }, 3],
      [{ temperature: 1, top_p: 0.95 }, 1],
      [{ temperature: 0.8, top_p: 0.6 }, 1],
      [{ temperature: 0.6 }, 1],
    ],
  },
  moderated: 0,
};
