import { OFF } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Small published weights with recommended sampling. */
export const OSIER_OPEN: VendorHabits = {
  limits: {
    recent: [[[262_144, 262_144], 2]],
    middle: [
      [[32_768, null], 1],
      [[131_072, 16_384], 2],
      [[262_144, 131_072], 1],
    ],
    old: [[[8192, 2048], 1]],
  },
  reasoning: { recent: [[OFF, 2]] },
  parameters: {
    plain: [
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format stop structured_outputs temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_p',
        1,
      ],
    ],
    reasoning: [
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_a top_k top_logprobs top_p',
        1,
      ],
    ],
  },
  recommended: { recent: [[{ temperature: 1, top_p: 0.95, top_k: 64 }, 2]] },
  moderated: 0,
};
