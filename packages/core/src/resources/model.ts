import * as v from 'valibot';
import { described, nullish, optional } from './described.ts';
import { PricingSchema } from './pricing.ts';

/** Names that a model may list in `supported_parameters`. Source: contract §8.1. */
const PARAMETERS = [
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'top_a',
  'frequency_penalty',
  'presence_penalty',
  'repetition_penalty',
  'max_tokens',
  'max_completion_tokens',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'response_format',
  'structured_outputs',
  'stop',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'include_reasoning',
  'reasoning',
  'reasoning_effort',
  'web_search_options',
  'verbosity',
] as const;

/** Source: contract §8.2. */
export const INPUT_MODALITIES = ['text', 'image', 'file', 'audio', 'video'] as const;

/** Source: contract §8.2. */
export const OUTPUT_MODALITIES = [
  'text',
  'image',
  'embeddings',
  'audio',
  'video',
  'rerank',
  'speech',
  'transcription',
] as const;

/** Source: contract §8.2. */
const INSTRUCT_TYPES = [
  'none',
  'airoboros',
  'alpaca',
  'alpaca-modif',
  'chatml',
  'claude',
  'code-llama',
  'gemma',
  'llama2',
  'llama3',
  'mistral',
  'nemotron',
  'neural',
  'openchat',
  'phi3',
  'rwkv',
  'vicuna',
  'zephyr',
  'deepseek-r1',
  'deepseek-v3.1',
  'qwq',
  'qwen3',
] as const;

/** Source: contract §8.2. */
const TOKENIZERS = [
  'Router',
  'Media',
  'Other',
  'GPT',
  'Claude',
  'Gemini',
  'Gemma',
  'Grok',
  'Cohere',
  'Nova',
  'Qwen',
  'Yi',
  'DeepSeek',
  'Mistral',
  'Llama2',
  'Llama3',
  'Llama4',
  'PaLM',
  'RWKV',
  'Qwen3',
] as const;

/** Highest first. Source: contract §8.6. */
/** Efforts of reasoning, from the most to none at all. Source: contract §8.6. */
export const REASONING_EFFORTS = [
  'max',
  'xhigh',
  'high',
  'medium',
  'low',
  'minimal',
  'none',
] as const;

/** A number or null that may be left out. */
const setting = (description: string) => nullish(v.number(), description);

/** Source: contract §8.2. */
const ArchitectureSchema = described(
  v.object({
    modality: described(
      v.nullable(v.string()),
      'The input and output modalities, as `input->output`.',
      {
        examples: ['text+image->text'],
      },
    ),
    input_modalities: described(v.array(v.picklist(INPUT_MODALITIES)), 'The input modalities.'),
    output_modalities: described(v.array(v.picklist(OUTPUT_MODALITIES)), 'The output modalities.'),
    instruct_type: nullish(
      v.picklist(INSTRUCT_TYPES),
      'The instruction format; null when there is none.',
    ),
    tokenizer: optional(v.picklist(TOKENIZERS), 'The tokenizer family.'),
  }),
  'The modalities of a model and how it reads text.',
  { title: 'Architecture' },
);

/** Source: contract §8.3. */
const BenchmarksSchema = described(
  v.object({
    design_ranking: described(
      v.array(
        v.object({
          arena: described(v.string(), 'The kind of arena.'),
          category: described(v.string(), 'The category within the arena.'),
          elo: described(v.number(), 'The ELO score.'),
          win_rate: described(v.number(), 'Share of contests won, in percent.'),
          rank: described(
            v.pipe(v.number(), v.integer()),
            'Rank among the models of this gateway; 1 is the highest ELO.',
          ),
        }),
      ),
      'Rankings in design contests, one per arena and category.',
    ),
    external_index: optional(
      v.object({
        intelligence_index: described(v.nullable(v.number()), 'Null when not measured.'),
        coding_index: described(v.nullable(v.number()), 'Null when not measured.'),
        agentic_index: described(v.nullable(v.number()), 'Null when not measured.'),
      }),
      'Scores of a third-party index.',
    ),
  }),
  'Third-party rankings.',
  { title: 'Benchmarks' },
);

/** No further members are allowed. Source: contract §8.4. */
export const DefaultParametersSchema = described(
  v.strictObject({
    temperature: setting('Sampling temperature.'),
    top_p: setting('Nucleus sampling.'),
    top_k: nullish(
      v.pipe(v.number(), v.integer()),
      'How many of the likeliest tokens are considered.',
    ),
    frequency_penalty: setting('Penalty by how often a token occurred.'),
    presence_penalty: setting('Penalty for a token that occurred.'),
    repetition_penalty: setting('Penalty for repetition.'),
  }),
  'Values of parameters that a request leaves out. No other members are allowed.',
  { title: 'DefaultParameters' },
);

const ReasoningEffortSchema = described(
  v.nullable(v.picklist(REASONING_EFFORTS)),
  'How much a model reasons, highest first.',
  { title: 'ReasoningEffort' },
);

/** Source: contract §8.6. */
const ReasoningSchema = described(
  v.object({
    mandatory: described(
      v.boolean(),
      'Whether reasoning cannot be switched off; the effort `none` is then rejected.',
    ),
    default_enabled: optional(
      v.boolean(),
      'Whether the model reasons when a request does not specify it.',
    ),
    default_effort: optional(
      ReasoningEffortSchema,
      'The effort when reasoning is on and the request gives none.',
    ),
    supported_efforts: nullish(
      v.array(ReasoningEffortSchema),
      'Highest first; null means that every effort is accepted.',
    ),
    supports_max_tokens: optional(
      v.boolean(),
      'Present and true when `reasoning.max_tokens` is accepted.',
    ),
  }),
  'How a model reasons.',
  { title: 'Reasoning' },
);

const date = (description: string) => nullish(v.pipe(v.string(), v.isoDate()), description);
const tokens = v.optional(v.nullable(v.pipe(v.number(), v.integer())));

/** Element of `data` in GET /models. Source: contract §8.1. */
export const ModelSchema = described(
  v.object({
    id: described(v.string(), 'The unique name that requests use.', {
      examples: ['acme/quill-1'],
    }),
    canonical_slug: described(v.string(), 'The permanent name of this version of the model.'),
    name: described(v.string(), 'The display name.'),
    created: described(v.pipe(v.number(), v.integer()), 'When the model was added, Unix seconds.'),
    description: optional(v.string(), 'What the model is good for.'),
    context_length: described(
      v.nullable(v.pipe(v.number(), v.integer())),
      'The most tokens of context; null when unknown.',
    ),
    expiration_date: date('The day after which the model may be removed; null when none is set.'),
    knowledge_cutoff: date('The day up to which training data reaches; null when unknown.'),
    model_hub_id: nullish(v.string(), "The model's name in an external model hub."),
    architecture: ArchitectureSchema,
    benchmarks: optional(BenchmarksSchema, 'Left out when nothing was measured.'),
    default_parameters: v.nullable(DefaultParametersSchema),
    links: described(
      v.object({ details: described(v.string(), "URL of the model's endpoints resource.") }),
      'Related resources.',
    ),
    per_request_limits: described(
      v.nullable(
        v.object({
          prompt_tokens: described(v.number(), 'The most prompt tokens.'),
          completion_tokens: described(v.number(), 'The most completion tokens.'),
        }),
      ),
      'The most tokens of one request; null when there is no limit.',
    ),
    pricing: PricingSchema,
    reasoning: optional(
      ReasoningSchema,
      'Left out for models that do not reason and for dynamic routers.',
    ),
    supported_parameters: described(
      v.array(v.picklist(PARAMETERS)),
      'Request parameters that the model accepts.',
    ),
    supported_voices: described(
      v.nullable(v.array(v.string())),
      'Voices of a text-to-speech model; null for other models.',
    ),
    top_provider: described(
      v.object({
        is_moderated: described(v.boolean(), 'Whether it moderates content.'),
        context_length: described(tokens, 'The most tokens of context at this provider.'),
        max_completion_tokens: described(tokens, 'The most completion tokens at this provider.'),
      }),
      'The provider that is tried first.',
    ),
  }),
  'A model and its properties.',
  { title: 'Model' },
);

/**
 * A model in its wire form, as GET /models lists it. Source: contract §8.1.
 *
 * @example
 * const names = models.map(({ id, pricing }) => `${id}: ${pricing.prompt} USD per token`);
 */
export type Model = v.InferOutput<typeof ModelSchema>;
/** Third-party rankings of a model. Source: contract §8.3. */
export type Benchmarks = v.InferOutput<typeof BenchmarksSchema>;
/** How a model reasons. Source: contract §8.6. */
export type Reasoning = v.InferOutput<typeof ReasoningSchema>;
/** How much a model reasons, from `none` to `max`. Source: contract §8.6. */
export type ReasoningEffort = v.InferOutput<typeof ReasoningEffortSchema>;
