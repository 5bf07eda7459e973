import type { WeightedSet } from './weighted-set.ts';

/** The sets of models with published weights, which hosts serve, and of their fine-tunes. */
export const OPEN_PARAMETER_SETS = {
  open: {
    plain: [
      [
        12,
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [
        7,
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
      ],
      [
        5,
        'frequency_penalty max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_p',
      ],
      [
        3,
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_k top_p',
      ],
      [
        2,
        'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [
        2,
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [
        2,
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty seed stop temperature top_k top_p',
      ],
      [
        1,
        'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
      ],
      [
        1,
        'logprobs max_tokens presence_penalty response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
      ],
      [
        1,
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop temperature top_k top_logprobs top_p',
      ],
      [
        1,
        'frequency_penalty max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
      ],
      [1, 'max_tokens response_format stop temperature tool_choice tools top_p'],
    ],
    reasoning: [
      [
        25,
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [5, 'include_reasoning max_tokens reasoning temperature tool_choice tools'],
      [
        5,
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [
        4,
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [
        3,
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p parallel_tool_calls presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [3, 'include_reasoning max_tokens reasoning seed temperature tool_choice tools top_p'],
      [
        3,
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning repetition_penalty response_format seed stop temperature tool_choice tools top_k top_p',
      ],
      [
        3,
        'include_reasoning max_tokens presence_penalty reasoning response_format seed temperature tool_choice tools top_p',
      ],
      [
        2,
        'include_reasoning max_tokens reasoning reasoning_effort seed temperature tool_choice tools top_p',
      ],
      [
        2,
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_a top_k top_logprobs top_p',
      ],
      [
        2,
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [
        2,
        'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
      ],
      [
        2,
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning repetition_penalty seed stop temperature top_k top_p',
      ],
      [1, 'include_reasoning max_tokens reasoning stop temperature tool_choice tools'],
      [
        1,
        'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning repetition_penalty seed stop temperature tool_choice tools top_k top_p',
      ],
      [
        1,
        'frequency_penalty include_reasoning logit_bias max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty seed stop temperature tool_choice tools top_k top_p',
      ],
      [
        1,
        'frequency_penalty include_reasoning logit_bias max_completion_tokens max_tokens min_p presence_penalty reasoning reasoning_effort repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
      ],
      [
        1,
        'include_reasoning logprobs max_tokens reasoning response_format structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [
        1,
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning seed stop temperature tool_choice tools top_k top_p',
      ],
    ],
  },
  community: {
    plain: [
      [
        4,
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_a top_k top_logprobs top_p',
      ],
      [
        3,
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_k top_logprobs top_p',
      ],
      [
        3,
        'frequency_penalty logit_bias max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature top_k top_p',
      ],
      [
        1,
        'frequency_penalty max_tokens presence_penalty response_format stop temperature top_k top_p',
      ],
      [1, 'max_tokens temperature top_p'],
    ],
    reasoning: [
      [
        3,
        'include_reasoning max_tokens reasoning response_format temperature tool_choice tools top_p',
      ],
      [
        2,
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning repetition_penalty response_format temperature top_k top_p',
      ],
    ],
  },
} as const satisfies Readonly<
  Record<'open' | 'community', Readonly<Record<'plain' | 'reasoning', readonly WeightedSet[]>>>
>;
