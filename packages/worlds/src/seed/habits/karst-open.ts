import { OFF, withEfforts } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Published weights, served by their maker: its parameters, no completion limit. */
export const KARST_OPEN: VendorHabits = {
  limits: {
    recent: [[[262_144, null], 1]],
    middle: [
      [[32_000, null], 1],
      [[32_768, 16_384], 1],
      [[128_000, 128_000], 1],
      [[131_072, null], 1],
      [[256_000, null], 1],
      [[262_144, null], 3],
    ],
    old: [
      [[65_536, null], 1],
      [[131_072, 16_384], 1],
    ],
  },
  reasoning: { recent: [[withEfforts(OFF, ['high', 'none'], 'high'), 1]] },
  parameters: {
    plain: [
      [
        'frequency_penalty max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_p',
        5,
      ],
      [
        'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty seed stop temperature top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
    ],
    reasoning: [
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
    ],
  },
  recommended: {
    middle: [
      [{ temperature: 0.3 }, 7],
      [{ temperature: 0.2, top_p: 0.95 }, 1],
    ],
    old: [[{ temperature: 0.3 }, 2]],
  },
  moderated: 0,
};
