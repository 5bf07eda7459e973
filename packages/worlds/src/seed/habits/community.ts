import { MANDATORY, OPTIONAL } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Fine-tunes of published weights: contexts of their base, cheap hosts. */
export const COMMUNITY: VendorHabits = {
  limits: {
    recent: [
      [[131_072, 32_768], 3],
      [[1_040_000, 8192], 1],
    ],
    middle: [
      [[32_768, 32_768], 2],
      [[128_000, 8192], 1],
      [[131_072, null], 2],
      [[131_072, 131_072], 1],
    ],
    old: [
      [[8192, 16_384], 1],
      [[16_384, 2048], 1],
      [[32_768, 32_768], 1],
      [[65_536, 65_536], 1],
      [[131_072, 16_384], 4],
    ],
  },
  oldestLimits: [
    [[6144, 2048], 1],
    [[8000, 2000], 1],
    [[8192, 4096], 1],
    [[32_768, 16_384], 1],
  ],
  reasoning: { recent: [[MANDATORY, 3]], middle: [[OPTIONAL, 2]] },
  parameters: {
    plain: [
      [
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_a top_k top_logprobs top_p',
        4,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_k top_logprobs top_p',
        3,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_k top_p',
        3,
      ],
      ['max_tokens stop temperature top_k top_p', 1],
      [
        'frequency_penalty max_tokens presence_penalty response_format stop temperature top_k top_p',
        1,
      ],
      ['max_tokens temperature top_p', 1],
      [
        'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
    ],
    reasoning: [
      [
        'include_reasoning max_tokens reasoning response_format temperature tool_choice tools top_p',
        3,
      ],
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning repetition_penalty response_format temperature top_k top_p',
        2,
      ],
    ],
  },
  moderated: 0.05,
};
