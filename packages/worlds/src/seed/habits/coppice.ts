import type { VendorHabits } from './vendor-habits.ts';

/** A vendor for companies: moderated, with short answers. */
export const COPPICE: VendorHabits = {
  limits: { middle: [[[256_000, 8192], 1]], old: [[[128_000, 4000], 3]] },
  reasoning: {},
  parameters: {
    plain: [
      [
        'frequency_penalty max_tokens presence_penalty response_format seed stop structured_outputs temperature top_k top_p',
        2,
      ],
      [
        'frequency_penalty max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
        2,
      ],
    ],
    reasoning: [],
  },
  moderated: 1,
};
