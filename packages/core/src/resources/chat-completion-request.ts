import * as v from 'valibot';
import { cache, CacheControlSchema, ChatMessageSchema } from './chat-message.ts';
import {
  count,
  flag,
  FUNCTION_MEMBERS,
  MODEL_OR_MODELS,
  NAMED_SCHEMA,
  number,
  optionalText,
  PENALTY_MEMBERS,
  ROUTING_MEMBERS,
  SAMPLING_MEMBERS,
  topLogprobs,
  VerbositySchema,
  word,
} from './conversation-members.ts';
import { described, nullish, optional } from './described.ts';
import { REASONING_EFFORTS } from './model.ts';

const text = v.string();
const openObject = v.optional(v.nullable(v.looseObject({})));

const ToolSchema = described(
  v.looseObject({
    type: described(word, '`function`; hosted tools are not available.'),
    function: optional(v.looseObject(FUNCTION_MEMBERS), 'The function; required for this type.'),
    cache_control: cache,
  }),
  'A function that the model may call.',
  { title: 'ChatTool' },
);

const ToolChoiceSchema = v.union([
  v.picklist(['none', 'auto', 'required']),
  v.looseObject({
    type: v.literal('function'),
    function: v.looseObject({ name: word }),
  }),
  v.looseObject({
    type: v.literal('allowed_tools'),
    allowed_tools: v.looseObject({
      mode: v.picklist(['auto', 'required']),
      tools: v.pipe(
        v.array(
          v.looseObject({ type: v.literal('function'), function: v.looseObject({ name: word }) }),
        ),
        v.minLength(1),
      ),
    }),
  }),
  v.looseObject({ type: word }),
]);

const ResponseFormatSchema = v.union([
  v.looseObject({ type: v.picklist(['text', 'json_object']) }),
  v.looseObject({
    type: v.literal('json_schema'),
    json_schema: v.looseObject(NAMED_SCHEMA),
  }),
  v.looseObject({ type: word }),
]);

const EffortSchema = v.picklist(REASONING_EFFORTS);

const ReasoningSchema = described(
  v.looseObject({
    effort: nullish(EffortSchema, 'How much to reason.'),
    max_tokens: count(1, 'The most tokens of reasoning; not together with `effort`.'),
    exclude: flag('Leaves the reasoning out of the answer.'),
    enabled: flag('Reasoning with medium effort, or none.'),
    summary: nullish(
      v.picklist(['auto', 'concise', 'detailed']),
      'How closely to summarise reasoning that is not shown.',
    ),
    context: nullish(
      v.picklist(['auto', 'all_turns', 'current_turn']),
      'Which earlier reasoning the model sees.',
    ),
    mode: nullish(v.picklist(['standard', 'pro']), 'Which reasoning mode of the model answers.'),
  }),
  'How much the model reasons before it answers.',
  { title: 'ChatReasoning' },
);

/** Body of POST /chat/completions. Source: contract §12.4. */
export const ChatCompletionRequestSchema = described(
  v.looseObject({
    ...MODEL_OR_MODELS,
    ...ROUTING_MEMBERS,
    messages: described(
      v.pipe(v.array(ChatMessageSchema), v.minLength(1)),
      'The conversation so far.',
    ),
    stream_options: nullish(
      v.looseObject({ include_usage: flag('Sends the counts in a frame of their own.') }),
      'How a stream is sent.',
    ),
    max_tokens: count(
      1,
      'The most tokens of the answer; `max_completion_tokens` takes precedence.',
    ),
    max_completion_tokens: count(1, 'The most tokens of the answer, reasoning included.'),
    ...SAMPLING_MEMBERS,
    ...PENALTY_MEMBERS,
    min_p: number(0, 1, 'The least probability of a token, relative to the most likely.'),
    top_a: number(0, 1, 'Like `min_p`, by the square of the highest probability.'),
    repetition_penalty: number(0, 2, 'Makes tokens of the input less likely.'),
    seed: nullish(v.pipe(v.number(), v.integer()), 'Asks for the same answer to the same request.'),
    stop: nullish(
      v.union([word, v.pipe(v.array(word), v.maxLength(4))]),
      'Texts that end the answer, at most 4.',
    ),
    logit_bias: nullish(
      v.record(v.string(), v.pipe(v.number(), v.minValue(-100), v.maxValue(100))),
      'Bias by token id.',
    ),
    logprobs: flag('Returns the log probabilities of the tokens of the answer.'),
    top_logprobs: topLogprobs('How many alternatives to return for each token; needs `logprobs`.'),
    tools: nullish(v.array(ToolSchema), 'Functions that the model may call.'),
    tool_choice: nullish(ToolChoiceSchema, 'Which tool the model calls.', {
      default: 'auto',
    }),
    parallel_tool_calls: flag('Whether the model may call several tools in one answer.'),
    response_format: nullish(
      ResponseFormatSchema,
      'The form of the answer: text, a JSON object, or JSON that fits a schema.',
    ),
    reasoning: v.optional(v.nullable(ReasoningSchema)),
    reasoning_effort: nullish(EffortSchema, 'The same as `reasoning.effort`.'),
    include_reasoning: flag('`false` is the same as `reasoning.exclude`.'),
    structured_outputs: flag('Has no effect: `response_format` says it.'),
    verbosity: VerbositySchema,
    modalities: nullish(
      v.array(v.picklist(['text', 'image', 'audio'])),
      'What the answer may hold.',
    ),
    audio: described(openObject, 'The voice and the format of sound in the answer.'),
    image_config: described(openObject, 'How images in the answer are made.'),
    prediction: nullish(
      v.looseObject({
        type: v.literal('content'),
        content: v.union([text, v.array(v.looseObject({ type: text }))]),
      }),
      'What most of the answer is expected to be.',
    ),
    cache_control: nullish(CacheControlSchema, 'Keeps the whole conversation in the prompt cache.'),
    prompt_cache_key: described(optionalText, 'Groups requests that begin alike.'),
    prompt_cache_options: described(openObject, 'How the provider caches the prompt.'),
    service_tier: nullish(
      v.picklist(['auto', 'default', 'fast', 'flex', 'priority', 'scale']),
      'Left out and reported: no endpoint has tiers.',
    ),
    metadata: described(openObject, 'Of the client; no provider sees it.'),
    trace: described(openObject, 'Of the client; no provider sees it.'),
    plugins: nullish(
      v.array(
        v.looseObject({
          id: word,
          enabled: v.optional(v.nullable(v.boolean())),
        }),
      ),
      '`response-healing` and `context-compression`; others only with `enabled: false`.',
    ),
    web_search_options: described(openObject, 'For models that search by themselves.'),
    debug: described(openObject, 'Has no effect.'),
    transforms: nullish(v.array(text), 'None is available.'),
    store: flag('Must not be true: this gateway keeps no answers.'),
    user: described(optionalText, 'The end user; reaches providers only as a hash.'),
    safety_identifier: described(optionalText, 'The newer name of `user`.'),
  }),
  'A conversation to continue.',
  { title: 'ChatCompletionRequest' },
);

/** The body of POST /chat/completions. Source: contract §12.4. */
export type ChatCompletionRequest = v.InferOutput<typeof ChatCompletionRequestSchema>;
/** A message of a conversation. */
export type ChatCompletionMessage = ChatCompletionRequest['messages'][number];
/** A tool that the model may call. */
export type ChatCompletionTool = v.InferOutput<typeof ToolSchema>;
