import { MANDATORY, withEfforts } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Published weights of a vendor that otherwise sells closed models. */
export const ORRERY_OPEN: VendorHabits = {
  limits: {
    middle: [
      [[131_072, 65_536], 1],
      [[131_072, 131_072], 2],
    ],
  },
  reasoning: {
    middle: [
      [withEfforts(MANDATORY, ['high', 'medium', 'low'], 'medium'), 2],
      [MANDATORY, 1],
    ],
  },
  parameters: {
    plain: [],
    reasoning: [
      [
        'include_reasoning max_tokens reasoning response_format seed stop structured_outputs temperature tool_choice tools top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_a top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
    ],
  },
  moderated: 0,
};
