import { MANDATORY, ON, OPTIONAL } from './reasoning-shapes.ts';
import { NOTHING } from './recommended.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Published weights in many sizes, served with the context that hosts can afford. */
export const LARCH_OPEN: VendorHabits = {
  limits: {
    recent: [
      [[262_144, 64_000], 1],
      [[262_144, 65_536], 4],
      [[262_144, 262_144], 3],
    ],
    middle: [
      [[81_920, 32_768], 1],
      [[128_000, 128_000], 1],
      [[131_072, 8192], 3],
      [[131_072, 16_384], 2],
      [[131_072, 32_768], 3],
      [[262_144, 16_384], 2],
      [[262_144, 32_000], 1],
      [[262_144, 32_768], 6],
      [[262_144, 65_536], 1],
      [[262_144, 262_144], 1],
    ],
    old: [
      [[32_768, 16_384], 1],
      [[32_768, 32_768], 2],
    ],
  },
  reasoning: {
    recent: [
      [OPTIONAL, 5],
      [ON, 2],
    ],
    middle: [
      [MANDATORY, 6],
      [OPTIONAL, 3],
      [ON, 2],
    ],
  },
  parameters: {
    plain: [
      [
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        6,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        2,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        2,
      ],
      [
        'logprobs max_tokens presence_penalty response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty seed stop temperature top_k top_p',
        1,
      ],
    ],
    reasoning: [
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        10,
      ],
      [
        'include_reasoning max_tokens presence_penalty reasoning response_format seed temperature tool_choice tools top_p',
        3,
      ],
      [
        'include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
    ],
  },
  recommended: {
    recent: [
      [{ temperature: 0.6, top_p: 0.95, top_k: 20 }, 3],
      [{ temperature: 1, top_p: 0.95, top_k: 20 }, 2],
      [NOTHING, 2],
      [{ temperature: 1, top_p: 0.95 }, 1],
    ],
    middle: [
      [NOTHING, 13],
      [{ temperature: 0.7, top_p: 0.8, top_k: 20, repetition_penalty: 1 }, 2],
      [{ temperature: 0.7, top_p: 0.8 }, 2],
      [{ temperature: 0.8, top_p: 0.95, top_k: 20, repetition_penalty: 1 }, 2],
      [{ temperature: 1, top_p: 0.95 }, 1],
      [{ temperature: 0.6, top_p: 0.95, top_k: 20 }, 1],
    ],
  },
  moderated: 0,
};
