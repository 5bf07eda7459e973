import { OPTIONAL, withEfforts } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** A vendor that names no completion limit and recommends one temperature for everything. */
export const KARST_CLOSED: VendorHabits = {
  limits: {
    recent: [[[262_144, null], 1]],
    middle: [
      [[32_768, null], 1],
      [[131_072, null], 2],
      [[256_000, null], 1],
      [[262_144, null], 1],
    ],
    old: [
      [[128_000, null], 1],
      [[131_072, null], 1],
    ],
  },
  reasoning: { recent: [[withEfforts(OPTIONAL, ['high', 'none'], 'high'), 1]] },
  parameters: {
    plain: [
      [
        'frequency_penalty max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_p',
        6,
      ],
      [
        'frequency_penalty max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_p',
        1,
      ],
    ],
    reasoning: [
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_p',
        1,
      ],
    ],
  },
  recommended: {
    middle: [
      [{ temperature: 0.3 }, 4],
      [{ temperature: 0.0645 }, 1],
    ],
    old: [[{ temperature: 0.3 }, 2]],
  },
  moderated: 0,
};
