import { MANDATORY, OFF, ON, OPTIONAL, withBudget, withEfforts } from './reasoning-shapes.ts';
import { NOTHING } from './recommended.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** One vendor of closed models: efforts, long answers, verbosity. */
export const ASSISTANT: VendorHabits = {
  limits: {
    recent: [[[1_000_000, 128_000], 10]],
    middle: [
      [[200_000, 32_000], 2],
      [[200_000, 64_000], 2],
      [[1_000_000, 64_000], 2],
    ],
    old: [[[200_000, 4096], 1]],
  },
  reasoning: {
    recent: [
      [withEfforts(OFF, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'), 4],
      [withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'), 3],
      [withEfforts(MANDATORY, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'), 1],
      [withEfforts(OPTIONAL, ['max', 'high', 'medium', 'low'], 'medium'), 1],
      [withEfforts(withBudget(OFF), ['max', 'high', 'medium', 'low'], 'high'), 1],
    ],
    middle: [[OPTIONAL, 6]],
  },
  parameters: {
    plain: [['max_tokens stop temperature tool_choice tools top_k top_p', 1]],
    reasoning: [
      [
        'include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs tool_choice tools verbosity',
        3,
      ],
      [
        'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs tool_choice tools verbosity',
        3,
      ],
      [
        'include_reasoning max_completion_tokens max_tokens reasoning response_format stop structured_outputs temperature tool_choice tools top_k top_p',
        3,
      ],
      [
        'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools verbosity',
        2,
      ],
      [
        'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools top_k top_p verbosity',
        2,
      ],
      [
        'include_reasoning max_completion_tokens max_tokens reasoning response_format stop structured_outputs temperature tool_choice tools top_k verbosity',
        1,
      ],
      ['include_reasoning max_tokens reasoning stop temperature tool_choice tools top_p', 1],
      ['include_reasoning max_tokens reasoning stop temperature tool_choice tools top_k top_p', 1],
    ],
  },
  recommended: {
    middle: [
      [NOTHING, 5],
      [{ temperature: 1, top_p: 1 }, 1],
    ],
  },
  moderated: 0.94,
};
