import { OPTIONAL } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** A cloud provider's own models: moderated, with few parameters. */
export const RAINSHADOW: VendorHabits = {
  limits: {
    middle: [
      [[1_000_000, 32_000], 1],
      [[1_000_000, 65_535], 1],
    ],
    old: [
      [[128_000, 5120], 1],
      [[300_000, 5120], 2],
    ],
  },
  reasoning: { middle: [[OPTIONAL, 1]] },
  parameters: {
    plain: [['max_tokens stop temperature tools top_k top_p', 4]],
    reasoning: [
      ['include_reasoning max_tokens reasoning stop temperature tool_choice tools top_k top_p', 1],
    ],
  },
  moderated: 1,
};
