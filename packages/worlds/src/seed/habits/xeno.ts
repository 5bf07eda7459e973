import { ALWAYS_ON, MANDATORY, OFF, ON, withEfforts } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** A vendor of few models with the longest contexts and no completion limit. */
export const XENO: VendorHabits = {
  limits: {
    recent: [
      [[256_000, null], 1],
      [[500_000, null], 1],
      [[1_000_000, null], 1],
      [[2_000_000, null], 2],
    ],
  },
  reasoning: {
    recent: [
      [withEfforts(ALWAYS_ON, ['high', 'medium', 'low'], 'high'), 1],
      [MANDATORY, 1],
      [withEfforts(ON, ['high', 'medium', 'low', 'none'], 'low'), 1],
      [withEfforts(ALWAYS_ON, ['xhigh', 'high', 'medium', 'low'], 'medium'), 1],
      [OFF, 1],
    ],
  },
  parameters: {
    plain: [],
    reasoning: [
      [
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        2,
      ],
      [
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        1,
      ],
      [
        'include_reasoning logprobs max_tokens reasoning reasoning_effort response_format seed structured_outputs temperature top_logprobs top_p',
        1,
      ],
      [
        'include_reasoning logprobs max_tokens reasoning response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
        1,
      ],
    ],
  },
  moderated: 0,
};
