import type { VendorHabits } from './vendor-habits.ts';

/** Published weights that every host serves, without reasoning. */
export const HIGHMESA: VendorHabits = {
  limits: {
    middle: [
      [[1_048_576, 16_384], 2],
      [[1_310_720, 16_384], 1],
    ],
    old: [
      [[60_000, 60_000], 1],
      [[131_072, 16_384], 1],
      [[131_072, 128_000], 1],
      [[131_072, 131_072], 2],
    ],
  },
  reasoning: {},
  parameters: {
    plain: [
      [
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        4,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty seed stop temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty seed stop structured_outputs temperature top_k top_logprobs top_p',
        1,
      ],
    ],
    reasoning: [],
  },
  moderated: 0,
};
