import { OPTIONAL, withEfforts } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** A vendor that gives all of its models the same limits. */
export const SALTMARSH: VendorHabits = {
  limits: { recent: [[[262_144, 131_072], 2]], middle: [[[262_144, 32_768], 2]] },
  reasoning: {
    recent: [[withEfforts(OPTIONAL, ['high', 'medium', 'low', 'minimal'], 'medium'), 2]],
    middle: [[OPTIONAL, 2]],
  },
  parameters: {
    plain: [],
    reasoning: [
      [
        'frequency_penalty include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools top_p',
        2,
      ],
      [
        'frequency_penalty include_reasoning max_tokens reasoning response_format stop structured_outputs temperature tool_choice tools top_p',
        2,
      ],
    ],
  },
  moderated: 0,
};
