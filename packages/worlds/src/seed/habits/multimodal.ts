import { ALWAYS_ON, MANDATORY, ON, OPTIONAL, withEfforts } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** One vendor of closed models that read everything. */
export const MULTIMODAL: VendorHabits = {
  limits: {
    recent: [[[1_048_576, 65_536], 7]],
    middle: [
      [[1_048_576, 65_535], 4],
      [[1_048_576, 65_536], 2],
    ],
  },
  limitsByFocus: {
    drawing: [
      [[32_768, 8192], 1],
      [[65_536, 32_768], 1],
      [[65_536, 65_536], 1],
      [[65_536, 66_000], 1],
      [[131_072, 32_768], 2],
    ],
  },
  reasoning: {
    recent: [
      [withEfforts(ON, ['high', 'minimal'], 'minimal'), 3],
      [withEfforts(ALWAYS_ON, ['high', 'medium', 'low', 'minimal'], 'medium'), 2],
      [withEfforts(ON, ['high', 'medium', 'low', 'minimal'], 'minimal'), 2],
      [withEfforts(MANDATORY, ['high', 'medium', 'low'], 'medium'), 2],
      [withEfforts(ALWAYS_ON, ['high', 'medium', 'low', 'minimal'], 'minimal'), 1],
      [MANDATORY, 1],
    ],
    middle: [
      [MANDATORY, 4],
      [OPTIONAL, 2],
      [withEfforts(OPTIONAL, ['high', 'medium', 'low', 'minimal'], 'medium'), 1],
    ],
  },
  parameters: {
    plain: [['max_tokens response_format seed stop structured_outputs temperature top_p', 1]],
    reasoning: [
      [
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_p',
        6,
      ],
      [
        'include_reasoning max_tokens reasoning response_format seed stop structured_outputs temperature tool_choice tools top_p',
        6,
      ],
      [
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed structured_outputs temperature top_p',
        2,
      ],
      [
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed structured_outputs temperature tool_choice tools top_p',
        2,
      ],
      [
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed temperature top_p',
        1,
      ],
      [
        'include_reasoning max_tokens reasoning response_format seed stop structured_outputs temperature top_p',
        1,
      ],
    ],
  },
  moderated: 0,
};
