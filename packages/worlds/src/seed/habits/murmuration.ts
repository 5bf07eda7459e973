import { MANDATORY, withEfforts } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Published weights with the same parameters throughout. */
export const MURMURATION: VendorHabits = {
  limits: {
    recent: [
      [[262_144, 32_768], 2],
      [[262_144, 65_536], 1],
    ],
  },
  reasoning: { recent: [[withEfforts(MANDATORY, ['xhigh', 'high'], 'high'), 1]] },
  parameters: {
    plain: [
      [
        'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        2,
      ],
    ],
    reasoning: [
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop temperature tool_choice tools top_k top_p',
        1,
      ],
    ],
  },
  moderated: 0,
};
