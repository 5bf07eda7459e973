import { MANDATORY, OPTIONAL } from './reasoning-shapes.ts';
import type { VendorHabits } from './vendor-habits.ts';

/** A vendor of models that search, and say little about their limits. */
export const WHEREABOUT: VendorHabits = {
  limits: {
    middle: [
      [[127_072, null], 1],
      [[128_000, null], 2],
      [[200_000, 8000], 2],
    ],
  },
  reasoning: {
    middle: [
      [OPTIONAL, 2],
      [MANDATORY, 1],
    ],
  },
  parameters: {
    plain: [
      [
        'frequency_penalty max_tokens presence_penalty temperature top_k top_p web_search_options',
        2,
      ],
    ],
    reasoning: [
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning temperature top_k top_p web_search_options',
        2,
      ],
      [
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning structured_outputs temperature top_k top_p web_search_options',
        1,
      ],
    ],
  },
  moderated: 0,
};
