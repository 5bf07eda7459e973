import { MANDATORY, OFF, OPTIONAL, withEfforts } from './reasoning-shapes.ts';
import { NOTHING } from './recommended.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Published weights with contexts of 160 Ki, then a million. */
export const DEEPFJORD: VendorHabits = {
  limits: {
    recent: [
      [[1_048_576, 384_000], 1],
      [[1_048_576, 393_216], 1],
    ],
    middle: [
      [[8192, 8192], 1],
      [[163_840, 16_000], 1],
      [[163_840, 32_768], 3],
      [[163_840, 65_536], 3],
    ],
    old: [[[163_840, 16_000], 1]],
  },
  reasoning: {
    recent: [[withEfforts(OPTIONAL, ['xhigh', 'high'], 'high'), 2]],
    middle: [
      [OPTIONAL, 4],
      [MANDATORY, 2],
      [OFF, 1],
    ],
  },
  parameters: {
    plain: [
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        2,
      ],
    ],
    reasoning: [
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        4,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_a top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning repetition_penalty seed stop temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning max_completion_tokens max_tokens presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
    ],
  },
  recommended: {
    recent: [
      [{ temperature: 1, top_p: 1 }, 1],
      [NOTHING, 1],
    ],
    middle: [
      [NOTHING, 6],
      [{ temperature: 1, top_p: 0.95 }, 1],
      [{ temperature: 0.6, top_p: 0.95 }, 1],
    ],
  },
  moderated: 0,
};
