import * as v from 'valibot';
import {
  count,
  flag,
  FUNCTION_MEMBERS,
  groupId,
  jsonObject,
  mediaText,
  MODEL_OR_MODELS,
  NAMED_SCHEMA,
  optionalMediaText,
  optionalText,
  PENALTY_MEMBERS,
  ROUTING_MEMBERS,
  SAMPLING_MEMBERS,
  topLogprobs,
  VerbositySchema,
  word,
} from './conversation-members.ts';
import { described, nullish } from './described.ts';
import { REASONING_EFFORTS } from './model.ts';

const text = v.string();

/** A part whose type no rule names; only providers that speak this dialect receive it. */
const OtherPartSchema = v.looseObject({ type: word });

const PartSchema = described(
  v.union([
    v.looseObject({ type: v.picklist(['input_text', 'output_text', 'text']), text }),
    v.looseObject({ type: v.literal('refusal'), refusal: text }),
    v.looseObject({
      type: v.literal('input_image'),
      image_url: described(optionalMediaText, 'An HTTP(S) URL or a base64 data URL.'),
      detail: optionalText,
    }),
    v.looseObject({
      type: v.literal('input_file'),
      filename: optionalText,
      file_data: described(optionalMediaText, 'A base64 data URL.'),
      file_url: described(optionalMediaText, 'An HTTP(S) URL.'),
    }),
    v.looseObject({
      type: v.literal('input_audio'),
      input_audio: v.looseObject({ data: mediaText, format: word }),
    }),
    v.looseObject({ type: v.literal('input_video'), video_url: mediaText }),
    OtherPartSchema,
  ]),
  'A part of a message or of what a tool returned.',
  { title: 'ResponsePart' },
);

const ContentSchema = v.union([text, v.array(PartSchema)]);

const ROLES = ['system', 'developer', 'user', 'assistant'] as const;

const MessageSchema = v.looseObject({
  type: v.optional(v.literal('message')),
  role: v.picklist(ROLES),
  content: ContentSchema,
  phase: described(optionalText, '`commentary` or `final_answer`, as an answer had it.'),
});

const NOT_A_MESSAGE = `is message, which needs a content and one of the roles ${ROLES.join(', ')}`;

const ItemSchema = described(
  v.union([
    MessageSchema,
    v.looseObject({
      type: v.literal('function_call'),
      call_id: word,
      name: word,
      namespace: optionalText,
      arguments: described(text, 'A JSON object as text.'),
    }),
    v.looseObject({
      type: v.literal('custom_tool_call'),
      call_id: word,
      name: word,
      namespace: optionalText,
      input: text,
    }),
    v.looseObject({
      type: v.picklist(['function_call_output', 'custom_tool_call_output']),
      call_id: word,
      output: ContentSchema,
    }),
    v.looseObject({
      type: v.literal('reasoning'),
      summary: v.optional(v.nullable(v.array(v.looseObject({ text })))),
      content: v.optional(v.nullable(v.array(v.looseObject({ text })))),
      encrypted_content: described(
        optionalText,
        'As an answer had it, unchanged: what the issuer needs to go on with its reasoning.',
      ),
    }),
    v.looseObject({
      type: v.literal('image_generation_call'),
      result: described(optionalMediaText, 'Base64.'),
    }),
    v.looseObject({ type: v.pipe(word, v.notValue('message', NOT_A_MESSAGE)) }),
  ]),
  'A message, a call, what a tool returned, or reasoning.',
  { title: 'ResponseItem' },
);

const FunctionSchema = v.looseObject({ type: v.literal('function'), ...FUNCTION_MEMBERS });

const CustomSchema = v.looseObject({
  type: v.literal('custom'),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  description: optionalText,
  format: nullish(jsonObject, 'Text, or text of a grammar.'),
});

const OtherToolSchema = v.looseObject({ type: word });

const ToolSchema = described(
  v.union([
    FunctionSchema,
    CustomSchema,
    v.looseObject({
      type: v.literal('namespace'),
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      description: optionalText,
      tools: v.array(v.union([FunctionSchema, CustomSchema, OtherToolSchema])),
    }),
    OtherToolSchema,
  ]),
  'A tool that the client runs. Tools of other types are left out and reported.',
  { title: 'ResponseTool' },
);

const ToolChoiceSchema = v.union([
  v.picklist(['none', 'auto', 'required']),
  v.looseObject({
    type: v.picklist(['function', 'custom']),
    name: word,
    namespace: optionalText,
  }),
  v.looseObject({
    type: v.literal('allowed_tools'),
    mode: v.picklist(['auto', 'required']),
    tools: v.pipe(v.array(v.looseObject({ type: word, name: optionalText })), v.minLength(1)),
  }),
  v.looseObject({ type: word }),
]);

const FormatSchema = v.union([
  v.looseObject({ type: v.picklist(['text', 'json_object']) }),
  v.looseObject({ type: v.literal('json_schema'), ...NAMED_SCHEMA }),
  v.looseObject({ type: word }),
]);

const SummarySchema = v.optional(v.nullable(v.picklist(['auto', 'concise', 'detailed'])));

/** Body of POST /responses. Source: contract §14.1. */
export const ResponseRequestSchema = described(
  v.looseObject({
    ...MODEL_OR_MODELS,
    ...ROUTING_MEMBERS,
    input: described(
      v.union([text, v.pipe(v.array(ItemSchema), v.minLength(1))]),
      'What the user says, or the whole conversation so far.',
    ),
    instructions: described(optionalText, 'Precedes the conversation.'),
    max_output_tokens: count(1, 'The most tokens of the answer, reasoning included.'),
    ...SAMPLING_MEMBERS,
    ...PENALTY_MEMBERS,
    top_logprobs: topLogprobs('How many alternatives to return for each token.'),
    include: nullish(
      v.array(text),
      '`message.output_text.logprobs` for the probabilities of tokens. Encrypted reasoning is always in.',
    ),
    text: nullish(
      v.looseObject({
        format: v.optional(v.nullable(FormatSchema)),
        verbosity: VerbositySchema,
      }),
      'The form of the answer: text, a JSON object, or JSON that fits a schema.',
    ),
    reasoning: nullish(
      v.looseObject({
        effort: nullish(v.picklist(REASONING_EFFORTS), 'How much to reason.'),
        summary: described(SummarySchema, 'How closely to summarise it.'),
        generate_summary: described(SummarySchema, 'The older name of `summary`.'),
        max_tokens: count(1, 'The most tokens of reasoning; not together with `effort`.'),
        enabled: flag('Reasoning with medium effort, or none.'),
      }),
      'How much the model reasons before it answers.',
    ),
    tools: nullish(v.array(ToolSchema), 'Tools that the client runs.'),
    tool_choice: nullish(ToolChoiceSchema, 'Which tool the model calls.', { default: 'auto' }),
    parallel_tool_calls: flag('Whether the model may call several tools in one answer.'),
    metadata: nullish(jsonObject, 'Comes back with the answer.'),
    store: flag('Must be false or left out: this gateway keeps no answers.'),
    user: nullish(groupId, 'The end user; reaches providers only as a hash.'),
    safety_identifier: described(optionalText, 'The newer name of `user`.'),
    prompt_cache_key: described(optionalText, 'Keeps requests at one provider, as `session_id`.'),
  }),
  'A conversation to continue.',
  { title: 'ResponseRequest' },
);

/** The body of POST /responses. Source: contract §14.1. */
export type ResponseRequest = v.InferOutput<typeof ResponseRequestSchema>;
/** An item of a conversation. */
export type ResponseItem = Exclude<ResponseRequest['input'], string>[number];
/** A tool that the model may call. */
export type ResponseTool = v.InferOutput<typeof ToolSchema>;
