import * as v from 'valibot';
import { described } from './described.ts';
import { REASONING_EFFORTS } from './model.ts';
import { ChatProviderPreferencesSchema } from './chat-provider-preferences.ts';

const text = v.string();
const optionalText = v.optional(v.nullable(text));
const flag = (description: string) => described(v.optional(v.nullable(v.boolean())), description);
const number = (from: number, to: number, description: string) =>
  described(
    v.optional(v.nullable(v.pipe(v.number(), v.minValue(from), v.maxValue(to)))),
    description,
  );
const count = (from: number, description: string) =>
  described(v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(from)))), description);

const CacheControlSchema = v.looseObject({
  type: v.literal('ephemeral'),
  ttl: v.optional(v.picklist(['5m', '1h'])),
});
const cache = described(
  v.optional(v.nullable(CacheControlSchema)),
  'Marks the end of a prefix that the provider should keep in its prompt cache.',
);

const TextPartSchema = v.looseObject({
  type: v.literal('text'),
  text,
  cache_control: cache,
});

/** A part whose type no rule names; only providers that speak this dialect receive it. */
const OtherPartSchema = v.looseObject({ type: v.pipe(text, v.minLength(1)) });

const ContentPartSchema = described(
  v.union([
    TextPartSchema,
    v.looseObject({
      type: v.literal('image_url'),
      image_url: v.looseObject({
        url: described(v.pipe(text, v.minLength(1)), 'An HTTP(S) URL or a base64 data URL.'),
        detail: optionalText,
      }),
      cache_control: cache,
    }),
    v.looseObject({
      type: v.literal('input_audio'),
      input_audio: v.looseObject({
        data: described(v.pipe(text, v.minLength(1)), 'Base64.'),
        format: described(v.pipe(text, v.minLength(1)), 'For example `wav` or `mp3`.'),
      }),
      cache_control: cache,
    }),
    v.looseObject({
      type: v.literal('file'),
      file: v.looseObject({
        filename: optionalText,
        file_data: described(optionalText, 'An HTTP(S) URL or a base64 data URL.'),
      }),
      cache_control: cache,
    }),
    v.looseObject({
      type: v.literal('video_url'),
      video_url: v.looseObject({ url: v.pipe(text, v.minLength(1)) }),
      cache_control: cache,
    }),
    OtherPartSchema,
  ]),
  'A part of a message.',
  { title: 'ChatContentPart' },
);

const ContentSchema = v.union([text, v.array(ContentPartSchema)]);

const ToolCallSchema = described(
  v.looseObject({
    id: described(v.pipe(text, v.minLength(1)), 'What the result refers to.'),
    type: described(v.literal('function'), 'Always `function`.'),
    function: described(
      v.looseObject({
        name: v.pipe(text, v.minLength(1)),
        arguments: described(text, 'A JSON object as text.'),
      }),
      'The function, and what it is called with.',
    ),
  }),
  'A call of a function by the model.',
  { title: 'ChatToolCall' },
);

const MessageSchema = described(
  v.union([
    v.looseObject({
      role: v.picklist(['system', 'developer', 'user']),
      content: ContentSchema,
      name: optionalText,
    }),
    v.looseObject({
      role: v.literal('assistant'),
      content: v.optional(v.nullable(ContentSchema)),
      name: optionalText,
      refusal: optionalText,
      reasoning: optionalText,
      reasoning_content: optionalText,
      reasoning_details: described(
        v.optional(v.nullable(v.array(v.looseObject({ type: text })))),
        'The details of an earlier answer, unchanged and in order.',
      ),
      tool_calls: v.optional(v.nullable(v.array(ToolCallSchema))),
    }),
    v.looseObject({
      role: v.literal('tool'),
      content: ContentSchema,
      tool_call_id: v.pipe(text, v.minLength(1)),
    }),
  ]),
  'A turn of the conversation.',
  { title: 'ChatMessage' },
);

const ToolSchema = described(
  v.looseObject({
    type: described(v.pipe(text, v.minLength(1)), '`function`; hosted tools are not available.'),
    function: described(
      v.optional(
        v.looseObject({
          name: v.pipe(text, v.minLength(1), v.maxLength(64)),
          description: optionalText,
          parameters: described(
            v.optional(v.nullable(v.record(v.string(), v.unknown()))),
            'JSON Schema of the arguments.',
          ),
          strict: v.optional(v.nullable(v.boolean())),
        }),
      ),
      'The function; required for this type.',
    ),
    cache_control: cache,
  }),
  'A function that the model may call.',
  { title: 'ChatTool' },
);

const ToolChoiceSchema = v.union([
  v.picklist(['none', 'auto', 'required']),
  v.looseObject({
    type: v.literal('function'),
    function: v.looseObject({ name: v.pipe(text, v.minLength(1)) }),
  }),
  v.looseObject({ type: v.pipe(text, v.minLength(1)) }),
]);

const NAME_OF_SCHEMA = /^[A-Za-z0-9_-]{1,64}$/;

const ResponseFormatSchema = v.union([
  v.looseObject({ type: v.picklist(['text', 'json_object']) }),
  v.looseObject({
    type: v.literal('json_schema'),
    json_schema: v.looseObject({
      name: v.pipe(
        text,
        v.regex(NAME_OF_SCHEMA, '1 to 64 letters, digits, underscores and hyphens'),
      ),
      description: optionalText,
      schema: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
      strict: v.optional(v.nullable(v.boolean())),
    }),
  }),
  v.looseObject({ type: v.pipe(text, v.minLength(1)) }),
]);

const EffortSchema = v.picklist(REASONING_EFFORTS);

const ReasoningSchema = described(
  v.looseObject({
    effort: described(v.optional(v.nullable(EffortSchema)), 'How much to reason.'),
    max_tokens: count(1, 'The most tokens of reasoning; not together with `effort`.'),
    exclude: flag('Leaves the reasoning out of the answer.'),
    enabled: flag('Reasoning with medium effort, or none.'),
    summary: described(
      v.optional(v.nullable(v.picklist(['auto', 'concise', 'detailed']))),
      'How closely to summarise reasoning that is not shown.',
    ),
  }),
  'How much the model reasons before it answers.',
  { title: 'ChatReasoning' },
);

/** Body of POST /chat/completions. Source: contract §12.4. */
export const ChatCompletionRequestSchema = described(
  v.looseObject({
    model: described(
      v.optional(v.pipe(text, v.minLength(1), v.maxLength(256))),
      'Id of the model; required unless `models` names one.',
    ),
    models: described(
      v.optional(
        v.nullable(
          v.pipe(v.array(v.pipe(text, v.minLength(1), v.maxLength(256))), v.maxLength(10)),
        ),
      ),
      'Models to try, in order, after `model`.',
    ),
    messages: described(v.pipe(v.array(MessageSchema), v.minLength(1)), 'The conversation so far.'),
    provider: v.optional(v.nullable(ChatProviderPreferencesSchema)),
    stream: flag('Sends the answer as server-sent events.'),
    stream_options: described(
      v.optional(
        v.nullable(
          v.looseObject({ include_usage: flag('Sends the counts in a frame of their own.') }),
        ),
      ),
      'How a stream is sent.',
    ),
    max_tokens: count(
      1,
      'The most tokens of the answer; `max_completion_tokens` takes precedence.',
    ),
    max_completion_tokens: count(1, 'The most tokens of the answer, reasoning included.'),
    temperature: number(0, 2, 'How freely tokens are chosen.'),
    top_p: number(0, 1, 'Chooses among the most likely tokens of this total probability.'),
    top_k: count(0, 'Chooses among this many most likely tokens.'),
    min_p: number(0, 1, 'The least probability of a token, relative to the most likely.'),
    top_a: number(0, 1, 'Like `min_p`, by the square of the highest probability.'),
    frequency_penalty: number(-2, 2, 'Makes tokens less likely the more often they occurred.'),
    presence_penalty: number(-2, 2, 'Makes tokens that occurred less likely.'),
    repetition_penalty: number(0, 2, 'Makes tokens of the input less likely.'),
    seed: described(
      v.optional(v.nullable(v.pipe(v.number(), v.integer()))),
      'Asks for the same answer to the same request.',
    ),
    stop: described(
      v.optional(v.nullable(v.union([text, v.array(text)]))),
      'Texts that end the answer.',
    ),
    logit_bias: described(
      v.optional(
        v.nullable(v.record(v.string(), v.pipe(v.number(), v.minValue(-100), v.maxValue(100)))),
      ),
      'Bias by token id.',
    ),
    logprobs: flag('Returns the log probabilities of the tokens of the answer.'),
    top_logprobs: described(
      v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20)))),
      'How many alternatives to return for each token; needs `logprobs`.',
    ),
    tools: described(
      v.optional(v.nullable(v.array(ToolSchema))),
      'Functions that the model may call.',
    ),
    tool_choice: described(
      v.optional(v.nullable(ToolChoiceSchema)),
      'Which tool the model calls.',
      {
        default: 'auto',
      },
    ),
    parallel_tool_calls: flag('Whether the model may call several tools in one answer.'),
    response_format: described(
      v.optional(v.nullable(ResponseFormatSchema)),
      'The form of the answer: text, a JSON object, or JSON that fits a schema.',
    ),
    reasoning: v.optional(v.nullable(ReasoningSchema)),
    reasoning_effort: described(
      v.optional(v.nullable(EffortSchema)),
      'The same as `reasoning.effort`.',
    ),
    include_reasoning: flag('`false` is the same as `reasoning.exclude`.'),
    user: described(optionalText, 'The end user; reaches providers only as a hash.'),
    session_id: described(
      v.optional(v.nullable(v.pipe(text, v.maxLength(256)))),
      'Groups requests, and keeps them at one provider while its prompt cache is warm.',
    ),
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
