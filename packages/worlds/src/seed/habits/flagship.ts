import { MANDATORY, OFF, ON, OPTIONAL, withEfforts } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Closed and moderated; completion limits that go with a generation. */
export const FLAGSHIP: VendorHabits = {
  limits: {
    recent: [
      [[400_000, 128_000], 4],
      [[1_050_000, 128_000], 10],
    ],
    middle: [
      [[200_000, 100_000], 9],
      [[400_000, 128_000], 11],
      [[1_047_576, 32_768], 3],
    ],
    old: [
      [[128_000, 4096], 1],
      [[128_000, 16_384], 5],
      [[200_000, 100_000], 1],
    ],
  },
  oldestLimits: [
    [[4095, 4096], 2],
    [[8191, 4096], 1],
    [[16_385, 4096], 2],
    [[128_000, 4096], 3],
  ],
  limitsByFocus: {
    chat: [
      [[128_000, 16_384], 4],
      [[128_000, 32_000], 1],
      [[400_000, 128_000], 1],
    ],
    voice: [[[128_000, 16_384], 1]],
    drawing: [
      [[272_000, 128_000], 1],
      [[400_000, 128_000], 2],
    ],
  },
  reasoning: {
    recent: [
      [withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low', 'none'], 'medium'), 6],
      [withEfforts(OFF, ['xhigh', 'high', 'medium', 'low', 'none'], 'medium'), 4],
      [withEfforts(MANDATORY, ['xhigh', 'high', 'medium'], 'medium'), 2],
      [withEfforts(ON, ['xhigh', 'high', 'medium', 'low', 'none'], 'medium'), 1],
      [withEfforts(OPTIONAL, ['xhigh', 'high', 'medium', 'low', 'none'], 'medium'), 1],
      [withEfforts(MANDATORY, ['xhigh', 'high', 'medium', 'low'], 'medium'), 1],
    ],
    middle: [
      [OPTIONAL, 7],
      [MANDATORY, 3],
      [withEfforts(MANDATORY, ['high'], 'high'), 3],
      [withEfforts(MANDATORY, ['high', 'medium', 'low', 'minimal'], 'medium'), 3],
      [withEfforts(MANDATORY, ['xhigh', 'high', 'medium'], 'medium'), 1],
      [withEfforts(OPTIONAL, ['xhigh', 'high', 'medium', 'low', 'none'], 'medium'), 1],
      [withEfforts(MANDATORY, ['xhigh', 'high', 'medium', 'low'], 'medium'), 1],
      [withEfforts(ON, ['high', 'medium', 'low', 'none'], 'none'), 1],
      [withEfforts(MANDATORY, ['high', 'medium', 'low'], 'medium'), 1],
      [withEfforts(OPTIONAL, ['high', 'medium', 'low'], 'medium'), 1],
    ],
    old: [[OPTIONAL, 1]],
  },
  parameters: {
    plain: [
      [
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        5,
      ],
      [
        'frequency_penalty logit_bias logprobs max_completion_tokens max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p web_search_options',
        4,
      ],
      [
        'max_completion_tokens max_tokens response_format seed structured_outputs temperature tool_choice tools top_p',
        3,
      ],
      [
        'max_completion_tokens max_tokens response_format seed structured_outputs tool_choice tools',
        2,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p web_search_options',
        2,
      ],
      [
        'frequency_penalty logit_bias logprobs max_completion_tokens max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        2,
      ],
      ['max_tokens response_format seed structured_outputs tool_choice tools', 1],
      ['max_completion_tokens response_format seed structured_outputs tool_choice tools', 1],
      [
        'frequency_penalty logit_bias logprobs max_completion_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty response_format seed stop structured_outputs temperature top_logprobs top_p',
        1,
      ],
    ],
    reasoning: [
      [
        'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format seed structured_outputs tool_choice tools',
        20,
      ],
      [
        'include_reasoning max_tokens reasoning response_format seed structured_outputs tool_choice tools',
        6,
      ],
      [
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed structured_outputs tool_choice tools',
        5,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens presence_penalty reasoning response_format seed stop structured_outputs temperature top_logprobs top_p',
        2,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens presence_penalty reasoning response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
        2,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens presence_penalty reasoning reasoning_effort response_format seed stop structured_outputs top_logprobs',
        1,
      ],
      [
        'include_reasoning max_completion_tokens reasoning reasoning_effort response_format seed structured_outputs tool_choice tools',
        1,
      ],
      ['include_reasoning max_tokens reasoning response_format seed structured_outputs', 1],
    ],
  },
  moderated: 0.83,
};
