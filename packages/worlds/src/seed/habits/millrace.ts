import { ON } from './reasoning-shapes.ts';
import { NOTHING } from './recommended.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** Published weights for code with few parameters. */
export const MILLRACE: VendorHabits = {
  limits: {
    recent: [
      [[262_144, 32_768], 2],
      [[1_048_576, 131_072], 1],
    ],
  },
  reasoning: { recent: [[ON, 3]] },
  parameters: {
    plain: [],
    reasoning: [
      ['include_reasoning max_tokens reasoning temperature tool_choice tools', 2],
      ['include_reasoning max_tokens reasoning stop temperature tool_choice tools', 1],
    ],
  },
  recommended: {
    recent: [
      [{ temperature: 0.7, top_p: 0.9 }, 2],
      [NOTHING, 1],
    ],
  },
  moderated: 0,
};
