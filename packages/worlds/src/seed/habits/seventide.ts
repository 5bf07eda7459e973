import { MANDATORY, OPTIONAL } from './reasoning-shapes.ts';
import { NOTHING } from './recommended.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Published weights with contexts of 200 Ki and mandatory reasoning. */
export const SEVENTIDE: VendorHabits = {
  limits: {
    recent: [
      [[65_536, 2048], 1],
      [[204_800, 131_072], 1],
      [[204_800, 196_608], 1],
      [[1_048_576, 512_000], 1],
    ],
    middle: [
      [[204_800, 131_072], 2],
      [[1_000_000, 40_000], 1],
      [[1_000_192, 1_000_192], 1],
    ],
  },
  reasoning: {
    recent: [
      [MANDATORY, 2],
      [OPTIONAL, 1],
    ],
    middle: [
      [MANDATORY, 2],
      [OPTIONAL, 1],
    ],
  },
  parameters: {
    plain: [['max_tokens temperature top_p', 2]],
    reasoning: [
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        2,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p parallel_tool_calls presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning repetition_penalty response_format seed stop temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning repetition_penalty seed stop temperature tool_choice tools top_k top_p',
        1,
      ],
    ],
  },
  recommended: {
    recent: [[{ temperature: 1, top_p: 0.95 }, 4]],
    middle: [
      [NOTHING, 2],
      [{ temperature: 1, top_p: 0.9 }, 1],
      [{ temperature: 1, top_p: 0.95 }, 1],
    ],
  },
  moderated: 0,
};
