import type { House } from '../families/family.ts';
import { OPEN_PARAMETER_SETS } from './open-parameter-sets.ts';
import type { WeightedSet } from './weighted-set.ts';

/**
 * The sets of parameters that models of each kind of vendor take, for models that do not reason and
 * for those that do. A vendor documents a few sets and shares them among its models, so they are
 * drawn whole. Some are untidy, as observed: tools without tool_choice, structured_outputs without
 * response_format.
 */
export const PARAMETER_SETS: Readonly<
  Record<House, Readonly<Record<'plain' | 'reasoning', readonly WeightedSet[]>>>
> = {
  flagship: {
    plain: [
      [
        5,
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
      ],
      [
        4,
        'frequency_penalty logit_bias logprobs max_completion_tokens max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p web_search_options',
      ],
      [
        3,
        'max_completion_tokens max_tokens response_format seed structured_outputs temperature tool_choice tools top_p',
      ],
      [
        2,
        'max_completion_tokens max_tokens response_format seed structured_outputs tool_choice tools',
      ],
      [
        2,
        'frequency_penalty logit_bias logprobs max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p web_search_options',
      ],
      [
        2,
        'frequency_penalty logit_bias logprobs max_completion_tokens max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
      ],
      [1, 'max_tokens response_format seed structured_outputs tool_choice tools'],
      [1, 'max_completion_tokens response_format seed structured_outputs tool_choice tools'],
    ],
    reasoning: [
      [
        20,
        'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format seed structured_outputs tool_choice tools',
      ],
      [
        6,
        'include_reasoning max_completion_tokens max_tokens reasoning response_format seed structured_outputs tool_choice tools',
      ],
      [
        6,
        'include_reasoning max_tokens reasoning response_format seed structured_outputs tool_choice tools',
      ],
      [
        5,
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed structured_outputs tool_choice tools',
      ],
      [
        2,
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens presence_penalty reasoning response_format seed stop structured_outputs temperature top_logprobs top_p',
      ],
      [
        2,
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens presence_penalty reasoning response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
      ],
      [
        1,
        'frequency_penalty include_reasoning logit_bias logprobs max_tokens presence_penalty reasoning reasoning_effort response_format seed stop structured_outputs top_logprobs',
      ],
      [
        1,
        'include_reasoning max_completion_tokens reasoning reasoning_effort response_format seed structured_outputs tool_choice tools',
      ],
    ],
  },
  assistant: {
    plain: [[1, 'max_tokens stop temperature tool_choice tools top_k top_p']],
    reasoning: [
      [
        3,
        'include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs tool_choice tools verbosity',
      ],
      [
        3,
        'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs tool_choice tools verbosity',
      ],
      [
        3,
        'include_reasoning max_completion_tokens max_tokens reasoning response_format stop structured_outputs temperature tool_choice tools top_k top_p',
      ],
      [
        2,
        'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools verbosity',
      ],
      [
        2,
        'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools top_k top_p verbosity',
      ],
      [
        1,
        'include_reasoning max_completion_tokens max_tokens reasoning response_format stop structured_outputs temperature tool_choice tools top_k verbosity',
      ],
      [1, 'include_reasoning max_tokens reasoning stop temperature tool_choice tools top_p'],
    ],
  },
  multimodal: {
    plain: [
      [2, 'max_tokens response_format seed temperature top_p'],
      [1, 'max_tokens response_format seed stop structured_outputs temperature top_p'],
    ],
    reasoning: [
      [
        6,
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_p',
      ],
      [
        6,
        'include_reasoning max_tokens reasoning response_format seed stop structured_outputs temperature tool_choice tools top_p',
      ],
      [
        2,
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed structured_outputs temperature top_p',
      ],
      [
        2,
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed structured_outputs temperature tool_choice tools top_p',
      ],
      [
        1,
        'include_reasoning max_tokens reasoning reasoning_effort response_format seed temperature top_p',
      ],
      [
        1,
        'include_reasoning max_tokens reasoning response_format seed stop structured_outputs temperature top_p',
      ],
    ],
  },
  cloud: {
    plain: [
      [
        7,
        'frequency_penalty max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_p',
      ],
      [4, 'max_tokens stop temperature tools top_k top_p'],
      [
        2,
        'frequency_penalty logprobs max_tokens presence_penalty response_format stop structured_outputs temperature tool_choice tools top_logprobs top_p',
      ],
      [
        2,
        'frequency_penalty logprobs max_tokens presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [
        2,
        'frequency_penalty max_tokens presence_penalty temperature top_k top_p web_search_options',
      ],
      [
        2,
        'frequency_penalty max_tokens presence_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_p',
      ],
      [
        1,
        'frequency_penalty logit_bias logprobs max_tokens min_p presence_penalty repetition_penalty response_format seed stop structured_outputs temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [1, 'max_tokens temperature top_p'],
      [1, 'max_tokens stop temperature top_k top_p'],
    ],
    reasoning: [
      [
        8,
        'include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
      ],
      [
        3,
        'logprobs max_tokens presence_penalty response_format seed structured_outputs temperature tool_choice tools top_logprobs top_p',
      ],
      [
        2,
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
      ],
      [
        2,
        'include_reasoning max_tokens reasoning response_format temperature tool_choice tools top_k top_p',
      ],
      [
        2,
        'frequency_penalty include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools top_p',
      ],
      [
        2,
        'include_reasoning max_tokens presence_penalty reasoning response_format seed structured_outputs temperature tool_choice tools top_p',
      ],
      [
        2,
        'frequency_penalty include_reasoning max_tokens reasoning response_format stop structured_outputs temperature tool_choice tools top_p',
      ],
      [
        2,
        'frequency_penalty include_reasoning max_tokens presence_penalty reasoning temperature top_k top_p web_search_options',
      ],
      [
        1,
        'include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed temperature tool_choice tools top_logprobs top_p',
      ],
      [
        1,
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning repetition_penalty seed stop temperature tool_choice tools top_k top_logprobs top_p',
      ],
      [
        1,
        'include_reasoning max_tokens reasoning reasoning_effort repetition_penalty response_format structured_outputs temperature tool_choice tools top_k top_p',
      ],
      [
        1,
        'include_reasoning reasoning reasoning_effort structured_outputs tool_choice tools web_search_options',
      ],
      [
        1,
        'frequency_penalty include_reasoning logprobs max_tokens presence_penalty reasoning response_format seed stop structured_outputs temperature tool_choice tools top_logprobs top_p',
      ],
    ],
  },
  ...OPEN_PARAMETER_SETS,
};
