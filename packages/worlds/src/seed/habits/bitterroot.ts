import type { VendorHabits } from './vendor-habits.ts';

/** Closed code models with middling limits that never reason. */
export const BITTERROOT: VendorHabits = {
  limits: {
    recent: [
      [[256_000, 80_000], 2],
      [[262_144, 80_000], 1],
    ],
  },
  reasoning: {},
  parameters: {
    plain: [
      [
        'frequency_penalty logprobs max_tokens presence_penalty response_format stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        2,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
    ],
    reasoning: [],
  },
  moderated: 0,
};
