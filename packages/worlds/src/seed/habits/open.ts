import { MANDATORY, ON, OPTIONAL, withBudget, withEfforts } from './reasoning-shapes.ts';
import { NOTHING } from './recommended.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Makers of a model or two with published weights: what each of them does, no two alike. */
export const OPEN: VendorHabits = {
  limits: {
    recent: [
      [[16_384, 16_384], 1],
      [[131_072, 131_072], 1],
      [[262_144, null], 1],
      [[262_144, 65_536], 1],
      [[262_144, 128_000], 1],
      [[262_144, 256_000], 1],
      [[262_144, 262_144], 3],
      [[1_048_576, null], 1],
      [[1_048_756, 262_144], 1],
      [[1_050_000, 131_072], 2],
    ],
    middle: [
      [[16_384, 16_384], 1],
      [[65_536, 65_536], 2],
      [[123_000, 16_000], 1],
      [[128_000, null], 1],
      [[128_000, 2048], 1],
      [[131_000, 131_000], 1],
      [[131_072, 64_000], 1],
      [[131_072, 131_072], 1],
      [[256_000, 4096], 1],
    ],
    old: [[[65_535, 8000], 1]],
  },
  reasoning: {
    recent: [
      [OPTIONAL, 5],
      [withEfforts(ON, ['high', 'low', 'none'], 'high'), 2],
      [MANDATORY, 2],
      [withBudget(ON), 1],
      [withEfforts(ON, ['max', 'high', 'medium', 'low', 'minimal', 'none'], 'high'), 1],
      [withEfforts(MANDATORY, ['high', 'medium', 'low'], 'medium'), 1],
    ],
    middle: [
      [OPTIONAL, 3],
      [MANDATORY, 2],
    ],
  },
  parameters: {
    plain: [
      [
        'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop temperature top_k top_logprobs top_p',
        1,
      ],
      ['max_tokens response_format stop temperature tool_choice tools top_p', 1],
      [
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty repetition_penalty seed stop structured_outputs temperature top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty stop temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty max_tokens presence_penalty repetition_penalty response_format seed stop temperature top_k top_p',
        1,
      ],
    ],
    reasoning: [
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        5,
      ],
      [
        'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning repetition_penalty seed stop temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty seed stop temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias max_completion_tokens max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'include_reasoning logprobs max_tokens reasoning response_format structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logprobs max_tokens reasoning temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        2,
      ],
      [
        'include_reasoning max_tokens reasoning reasoning_effort seed temperature tool_choice tools top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logprobs max_tokens presence_penalty seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning max_tokens reasoning temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias max_tokens presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning repetition_penalty response_format stop structured_outputs temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning max_tokens reasoning response_format structured_outputs temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning repetition_penalty seed stop temperature top_k top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning seed stop structured_outputs temperature top_k top_logprobs top_p',
        1,
      ],
    ],
  },
  recommended: {
    recent: [
      [NOTHING, 6],
      [{ temperature: 0.9, top_p: 1 }, 2],
      [{ temperature: 0.7, top_p: 0.95, top_k: 40 }, 2],
      [{ temperature: 1, top_p: 0.95 }, 2],
      [{ temperature: 0.3, top_p: 0.8 }, 1],
    ],
    middle: [
      [NOTHING, 9],
      [{ temperature: 0.6, top_p: 0.95 }, 1],
    ],
  },
  moderated: 0,
};
