import { ALWAYS_ON, ON, withEfforts } from './reasoning-shapes.ts';
import { NOTHING } from './recommended.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Large published weights with ever longer contexts. */
export const ASHGROVE: VendorHabits = {
  limits: {
    recent: [
      [[262_144, 262_144], 3],
      [[1_048_576, null], 1],
    ],
    middle: [
      [[131_072, 100_352], 1],
      [[262_144, 100_352], 2],
    ],
  },
  reasoning: {
    recent: [
      [ON, 2],
      [withEfforts(ON, ['max', 'high', 'low'], 'max'), 1],
      [ALWAYS_ON, 1],
    ],
    middle: [[ALWAYS_ON, 1]],
  },
  parameters: {
    plain: [
      [
        'frequency_penalty max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        1,
      ],
      [
        'frequency_penalty max_tokens presence_penalty repetition_penalty seed stop temperature tool_choice tools top_k top_p',
        1,
      ],
    ],
    reasoning: [
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p parallel_tool_calls presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        2,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
      [
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        1,
      ],
    ],
  },
  recommended: {
    recent: [
      [NOTHING, 3],
      [{ top_p: 0.95 }, 1],
    ],
  },
  moderated: 0,
};
