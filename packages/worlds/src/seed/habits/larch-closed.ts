import { ON, OPTIONAL, withBudget } from './reasoning-shapes.ts';
import { NOTHING } from './recommended.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** The closed models of a vendor that also publishes weights: long contexts, no moderation. */
export const LARCH_CLOSED: VendorHabits = {
  limits: {
    recent: [
      [[262_144, 32_768], 1],
      [[262_144, 65_536], 1],
      [[1_000_000, 65_536], 8],
    ],
    middle: [
      [[262_144, 32_768], 1],
      [[1_000_000, 32_768], 3],
      [[1_000_000, 65_536], 2],
    ],
  },
  reasoning: {
    recent: [
      [OPTIONAL, 6],
      [ON, 3],
      [withBudget(ON), 1],
    ],
    middle: [[OPTIONAL, 4]],
  },
  parameters: {
    plain: [
      [
        'logprobs max_tokens presence_penalty response_format seed temperature tool_choice tools top_logprobs top_p',
        1,
      ],
      [
        'logprobs max_tokens presence_penalty response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
        1,
      ],
    ],
    reasoning: [
      [
        'include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
        8,
      ],
      [
        'logprobs max_tokens presence_penalty response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
        3,
      ],
      [
        'include_reasoning max_tokens presence_penalty reasoning response_format seed structured_outputs temperature tool_choice tools top_p',
        2,
      ],
      [
        'include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed temperature tool_choice tools top_logprobs top_p',
        1,
      ],
    ],
  },
  recommended: {
    middle: [
      [NOTHING, 5],
      [{ temperature: 1, top_p: 1 }, 1],
    ],
  },
  moderated: 0,
};
