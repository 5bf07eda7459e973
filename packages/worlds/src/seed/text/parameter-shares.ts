import type { House } from '../families/family.ts';

/** Parameters that models take or leave together. */
export type ParameterGroup =
  | 'sampling'
  | 'stop'
  | 'penalties'
  | 'top_k'
  | 'extended'
  | 'min_p'
  | 'logprobs'
  | 'seed'
  | 'format'
  | 'tools'
  | 'max_completion_tokens'
  | 'verbosity'
  | 'web_search'
  | 'parallel_tools'
  | 'top_a';

export const PARAMETERS_OF = {
  sampling: ['temperature', 'top_p'],
  stop: ['stop'],
  penalties: ['frequency_penalty', 'presence_penalty'],
  top_k: ['top_k'],
  extended: ['logit_bias', 'repetition_penalty'],
  min_p: ['min_p'],
  logprobs: ['logprobs', 'top_logprobs'],
  seed: ['seed'],
  format: ['response_format', 'structured_outputs'],
  tools: ['tool_choice', 'tools'],
  max_completion_tokens: ['max_completion_tokens'],
  verbosity: ['verbosity'],
  web_search: ['web_search_options'],
  parallel_tools: ['parallel_tool_calls'],
  top_a: ['top_a'],
} as const satisfies Readonly<Record<ParameterGroup, readonly string[]>>;

type Shares = Readonly<Partial<Record<ParameterGroup, number>>>;

/**
 * The share of models that take each group, as observed, for models that do not reason and for
 * those that do. The largest vendor fixes sampling once a model reasons; hosts of open weights take
 * nearly everything.
 */
export const PARAMETER_SHARES: Readonly<
  Record<House, Readonly<Record<'plain' | 'reasoning', Shares>>>
> = {
  flagship: {
    plain: {
      sampling: 0.82,
      stop: 0.68,
      penalties: 0.68,
      extended: 0.1,
      logprobs: 0.68,
      seed: 1,
      format: 1,
      tools: 0.95,
      max_completion_tokens: 0.59,
      web_search: 0.27,
    },
    reasoning: {
      sampling: 0.17,
      stop: 0.2,
      penalties: 0.17,
      top_k: 0.05,
      logprobs: 0.17,
      seed: 1,
      format: 1,
      tools: 0.92,
      max_completion_tokens: 0.51,
    },
  },
  assistant: {
    plain: { sampling: 1, stop: 1, top_k: 1, tools: 1 },
    reasoning: {
      sampling: 0.6,
      stop: 1,
      top_k: 0.44,
      format: 0.88,
      tools: 1,
      max_completion_tokens: 0.69,
      verbosity: 0.69,
    },
  },
  multimodal: {
    plain: { sampling: 1, stop: 1, seed: 1, format: 1, tools: 0.6 },
    reasoning: { sampling: 1, stop: 0.72, seed: 1, format: 0.96, tools: 0.85 },
  },
  cloud: {
    plain: {
      sampling: 0.94,
      stop: 0.78,
      penalties: 0.6,
      top_k: 0.44,
      extended: 0.08,
      logprobs: 0.25,
      seed: 0.59,
      format: 0.62,
      tools: 0.62,
      web_search: 0.06,
    },
    reasoning: {
      sampling: 0.94,
      stop: 0.34,
      penalties: 0.5,
      top_k: 0.29,
      extended: 0.05,
      logprobs: 0.45,
      seed: 0.58,
      format: 0.81,
      tools: 0.86,
      web_search: 0.1,
    },
  },
  open: {
    plain: {
      sampling: 1,
      stop: 0.96,
      penalties: 0.95,
      top_k: 0.8,
      extended: 0.68,
      min_p: 0.55,
      logprobs: 0.47,
      seed: 0.94,
      format: 0.84,
      tools: 0.67,
      top_a: 0.05,
    },
    reasoning: {
      sampling: 0.97,
      stop: 0.82,
      penalties: 0.87,
      top_k: 0.88,
      extended: 0.66,
      min_p: 0.52,
      logprobs: 0.65,
      seed: 0.89,
      format: 0.78,
      tools: 0.94,
      max_completion_tokens: 0.03,
      parallel_tools: 0.06,
      top_a: 0.03,
    },
  },
  community: {
    plain: {
      sampling: 1,
      stop: 0.93,
      penalties: 0.93,
      top_k: 0.8,
      extended: 0.75,
      min_p: 0.5,
      logprobs: 0.55,
      seed: 0.87,
      format: 0.9,
      tools: 0.13,
      top_a: 0.27,
    },
    reasoning: { sampling: 1, penalties: 0.4, top_k: 0.4, format: 0.9, tools: 0.6 },
  },
};
