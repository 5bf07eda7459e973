import * as v from 'valibot';

/** Names that a model may list in `supported_parameters`. Source: spec §2.1. */
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

/** Source: spec §2.2. */
export const INPUT_MODALITIES = ['text', 'image', 'file', 'audio', 'video'] as const;

/** Source: spec §2.2. */
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

/** Source: spec §2.2. */
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

/** Source: spec §2.2. */
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

/** Highest first. Source: spec §2.6. */
const REASONING_EFFORTS = ['max', 'xhigh', 'high', 'medium', 'low', 'minimal', 'none'] as const;

const optionalNullable = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.nullable(schema));

/** USD per unit as a decimal string, for example `"0.000003"`. */
const Usd = v.string();

/** Source: spec §2.2. */
const ArchitectureSchema = v.object({
  modality: v.nullable(v.string()),
  input_modalities: v.array(v.picklist(INPUT_MODALITIES)),
  output_modalities: v.array(v.picklist(OUTPUT_MODALITIES)),
  instruct_type: optionalNullable(v.picklist(INSTRUCT_TYPES)),
  tokenizer: v.optional(v.picklist(TOKENIZERS)),
});

/** Source: spec §2.3. */
const BenchmarksSchema = v.object({
  design_ranking: v.array(
    v.object({
      arena: v.string(),
      category: v.string(),
      elo: v.number(),
      win_rate: v.number(),
      rank: v.pipe(v.number(), v.integer()),
    }),
  ),
  external_index: v.optional(
    v.object({
      intelligence_index: v.nullable(v.number()),
      coding_index: v.nullable(v.number()),
      agentic_index: v.nullable(v.number()),
    }),
  ),
});

/** No further members are allowed. Source: spec §2.4. */
export const DefaultParametersSchema = v.strictObject({
  temperature: optionalNullable(v.number()),
  top_p: optionalNullable(v.number()),
  top_k: optionalNullable(v.pipe(v.number(), v.integer())),
  frequency_penalty: optionalNullable(v.number()),
  presence_penalty: optionalNullable(v.number()),
  repetition_penalty: optionalNullable(v.number()),
});

/** Prices that hold instead of the base prices above `min_prompt_tokens`. Source: spec §2.5. */
export const PriceOverrideSchema = v.object({
  min_prompt_tokens: v.optional(v.number()),
  prompt: v.optional(Usd),
  completion: v.optional(Usd),
  input_cache_read: v.optional(Usd),
  input_cache_write: v.optional(Usd),
  input_cache_write_1h: v.optional(Usd),
  audio: v.optional(Usd),
  input_audio_cache: v.optional(Usd),
});

/** Source: spec §2.5. */
export const PricingSchema = v.object({
  prompt: Usd,
  completion: Usd,
  request: v.optional(Usd),
  image: v.optional(Usd),
  image_output: v.optional(Usd),
  image_token: v.optional(Usd),
  audio: v.optional(Usd),
  audio_output: v.optional(Usd),
  input_audio_cache: v.optional(Usd),
  input_cache_read: v.optional(Usd),
  input_cache_write: v.optional(Usd),
  input_cache_write_1h: v.optional(Usd),
  internal_reasoning: v.optional(Usd),
  web_search: v.optional(Usd),
  discount: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  overrides: v.optional(v.array(PriceOverrideSchema)),
});

const ReasoningEffortSchema = v.nullable(v.picklist(REASONING_EFFORTS));

/** Source: spec §2.6. */
const ReasoningSchema = v.object({
  mandatory: v.boolean(),
  default_enabled: v.optional(v.boolean()),
  default_effort: v.optional(ReasoningEffortSchema),
  supported_efforts: optionalNullable(v.array(ReasoningEffortSchema)),
  supports_max_tokens: v.optional(v.boolean()),
});

const IsoDate = v.pipe(v.string(), v.isoDate());

/** Element of `data` in GET /models. Source: spec §2.1. */
export const ModelSchema = v.object({
  id: v.string(),
  canonical_slug: v.string(),
  name: v.string(),
  created: v.pipe(v.number(), v.integer()),
  description: v.optional(v.string()),
  context_length: v.nullable(v.pipe(v.number(), v.integer())),
  expiration_date: optionalNullable(IsoDate),
  knowledge_cutoff: optionalNullable(IsoDate),
  model_hub_id: optionalNullable(v.string()),
  architecture: ArchitectureSchema,
  benchmarks: v.optional(BenchmarksSchema),
  default_parameters: v.nullable(DefaultParametersSchema),
  links: v.object({ details: v.string() }),
  per_request_limits: v.nullable(
    v.object({ prompt_tokens: v.number(), completion_tokens: v.number() }),
  ),
  pricing: PricingSchema,
  reasoning: v.optional(ReasoningSchema),
  supported_parameters: v.array(v.picklist(PARAMETERS)),
  supported_voices: v.nullable(v.array(v.string())),
  top_provider: v.object({
    is_moderated: v.boolean(),
    context_length: optionalNullable(v.pipe(v.number(), v.integer())),
    max_completion_tokens: optionalNullable(v.pipe(v.number(), v.integer())),
  }),
});

export type Model = v.InferOutput<typeof ModelSchema>;
export type Pricing = v.InferOutput<typeof PricingSchema>;
export type PriceOverride = v.InferOutput<typeof PriceOverrideSchema>;
export type Benchmarks = v.InferOutput<typeof BenchmarksSchema>;
export type Reasoning = v.InferOutput<typeof ReasoningSchema>;
export type ReasoningEffort = v.InferOutput<typeof ReasoningEffortSchema>;
