import { OPTIONAL, withEfforts } from '../habits/reasoning-shapes.ts';
import { alike } from './alike.ts';
import type { Sheets } from './sheet.ts';

/** What a vendor of cheap long contexts publishes now. */
export const DEEPFJORD_SHEETS: Sheets = {
  'deepfjord open': [
    alike({ reads: 'text', reasoning: withEfforts(OPTIONAL, ['xhigh', 'high'], 'high') }, [
      {
        age: 3.1,
        price: [0.14, 0.28, { read: 0.028 }],
        limits: [1_048_576, 393_216],
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_a top_k top_logprobs top_p',
        score: 40.3,
      },
      {
        age: 3.1,
        price: [0.435, 0.87, { read: 0.003625 }],
        limits: [1_048_576, 384_000],
        parameters:
          'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
        recommended: { temperature: 1, top_p: 1 },
        score: 44.3,
      },
    ]),
  ],
};
