import { ON, OPTIONAL, withBudget, withEfforts } from './reasoning-shapes.ts';
import { NOTHING } from './recommended.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Published weights of a maker of accelerators, some with a token budget. */
export const COBALTINE: VendorHabits = {
  limits: {
    recent: [
      [[128_000, 8192], 1],
      [[256_000, 65_536], 1],
      [[262_144, 262_144], 1],
      [[512_288, 16_384], 1],
      [[1_000_000, 16_384], 1],
      [[1_000_000, 65_536], 1],
    ],
    middle: [
      [[128_000, null], 1],
      [[128_000, 128_000], 1],
      [[256_000, null], 1],
      [[262_144, 228_000], 1],
    ],
  },
  reasoning: {
    recent: [
      [withEfforts(withBudget(ON), ['high', 'medium'], 'high'), 2],
      [withEfforts(withBudget(ON), ['medium', 'low'], 'medium'), 2],
      [ON, 1],
      [withBudget(ON), 1],
    ],
    middle: [[OPTIONAL, 4]],
  },
  parameters: {
    plain: [],
    reasoning: [
      ['include_reasoning max_tokens reasoning seed temperature tool_choice tools top_p', 3],
      [
        'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      ['include_reasoning max_tokens reasoning seed temperature top_p', 1],
      [
        'include_reasoning max_tokens reasoning reasoning_effort seed temperature tool_choice tools top_p',
        1,
      ],
      [
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed structured_outputs temperature tool_choice tools top_p',
        1,
      ],
      [
        'include_reasoning max_tokens reasoning response_format seed structured_outputs temperature tool_choice tools top_p',
        1,
      ],
    ],
  },
  recommended: {
    recent: [
      [{ temperature: 1, top_p: 0.95 }, 4],
      [NOTHING, 1],
      [{ temperature: 0.6, top_p: 0.95 }, 1],
    ],
  },
  moderated: 0,
};
