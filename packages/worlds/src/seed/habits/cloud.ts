import { ALWAYS_ON, MANDATORY, ON, OPTIONAL, withEfforts } from './reasoning-shapes.ts';
import { NOTHING } from './recommended.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Vendors of a model or two behind an API: what each of them does, no two alike. */
export const CLOUD: VendorHabits = {
  limits: {
    recent: [
      [[32_768, 8192], 1],
      [[128_000, null], 1],
      [[128_000, 50_000], 1],
      [[256_000, 80_000], 2],
      [[262_144, 80_000], 1],
      [[1_000_000, 128_000], 1],
      [[1_040_000, 8192], 1],
      [[1_048_576, null], 1],
    ],
    middle: [
      [[81_920, 38_000], 1],
      [[256_000, 128_000], 2],
      [[262_144, 131_072], 1],
    ],
  },
  reasoning: {
    recent: [
      [OPTIONAL, 2],
      [withEfforts(MANDATORY, ['xhigh', 'high', 'medium', 'low', 'minimal'], 'medium'), 1],
      [withEfforts(ALWAYS_ON, ['max', 'xhigh', 'high'], 'xhigh'), 1],
      [withEfforts(ON, ['high', 'medium', 'low', 'none'], 'medium'), 1],
    ],
  },
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
      ['max_tokens stop temperature top_k top_p', 1],
      ['max_tokens response_format seed stop temperature tool_choice tools top_p', 1],
      ['max_tokens seed stop', 1],
      ['logprobs max_tokens response_format stop structured_outputs temperature top_logprobs', 1],
      ['max_tokens stop temperature', 1],
    ],
    reasoning: [
      [
        'include_reasoning max_tokens reasoning reasoning_effort repetition_penalty response_format structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'include_reasoning reasoning reasoning_effort structured_outputs tool_choice tools web_search_options',
        1,
      ],
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning structured_outputs temperature top_k top_p',
        1,
      ],
      [
        'include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools',
        1,
      ],
      [
        'include_reasoning max_tokens reasoning response_format structured_outputs temperature tool_choice tools',
        1,
      ],
    ],
  },
  recommended: {
    recent: [
      [NOTHING, 8],
      [{ temperature: 0.75 }, 1],
    ],
  },
  moderated: 0.15,
};
