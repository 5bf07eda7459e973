import * as v from 'valibot';
import { longText } from '../input/long-text-schema.ts';
import { cache } from './chat-message.ts';
import {
  count,
  flag,
  groupId,
  jsonObject,
  mediaText,
  modelId,
  optionalText,
  ROUTING_MEMBERS,
  SAMPLING_MEMBERS,
  word,
} from './conversation-members.ts';
import { described, nullish } from './described.ts';

const text = v.string();

/** What no rule names; only providers that speak this dialect receive it. */
const OtherSchema = v.looseObject({ type: word });

const TextSchema = v.looseObject({ type: v.literal('text'), text, cache_control: cache });

const Base64SourceSchema = v.looseObject({
  type: v.literal('base64'),
  media_type: described(word, 'For example `image/png`.'),
  data: described(mediaText, 'Base64.'),
});
const UrlSourceSchema = v.looseObject({ type: v.literal('url'), url: mediaText });

const ImageSchema = v.looseObject({
  type: v.literal('image'),
  source: v.union([Base64SourceSchema, UrlSourceSchema, OtherSchema]),
  cache_control: cache,
});

const DocumentSchema = v.looseObject({
  type: v.literal('document'),
  source: v.union([
    Base64SourceSchema,
    UrlSourceSchema,
    v.looseObject({ type: v.literal('text'), data: longText }),
    OtherSchema,
  ]),
  title: optionalText,
  cache_control: cache,
});

const ResultSchema = v.looseObject({
  type: v.literal('tool_result'),
  tool_use_id: described(word, 'The id of the call.'),
  content: v.optional(
    v.nullable(
      v.union([text, v.array(v.union([TextSchema, ImageSchema, DocumentSchema, OtherSchema]))]),
    ),
  ),
  is_error: v.optional(v.nullable(v.boolean())),
  cache_control: cache,
});

const BlockSchema = described(
  v.union([
    TextSchema,
    ImageSchema,
    DocumentSchema,
    v.looseObject({
      type: v.literal('tool_use'),
      id: word,
      name: word,
      input: described(jsonObject, 'What the tool is called with.'),
      cache_control: cache,
    }),
    ResultSchema,
    v.looseObject({ type: v.literal('thinking'), thinking: text, signature: optionalText }),
    v.looseObject({ type: v.literal('redacted_thinking'), data: text }),
    OtherSchema,
  ]),
  'A piece of a message.',
  { title: 'MessageBlock' },
);

const MessageSchema = described(
  v.looseObject({
    role: described(v.picklist(['user', 'assistant', 'system']), 'Who speaks.'),
    content: described(v.union([text, v.array(BlockSchema)]), 'What is said.'),
  }),
  'A turn of the conversation.',
  { title: 'MessageTurn' },
);

const ToolSchema = described(
  v.looseObject({
    type: nullish(
      word,
      '`custom`, the default; tools of other types reach only providers that have them.',
    ),
    name: nullish(
      v.pipe(text, v.minLength(1), v.maxLength(128)),
      'What the model calls it; required for a tool of your own.',
    ),
    description: described(optionalText, 'What it is for.'),
    input_schema: nullish(jsonObject, 'JSON Schema of the input; required for a tool of your own.'),
    strict: flag('Whether the input has to fit the schema.'),
    cache_control: cache,
  }),
  'A tool that the model may call.',
  { title: 'MessageTool' },
);

const ToolChoiceSchema = v.looseObject({
  type: v.picklist(['auto', 'any', 'none', 'tool']),
  name: described(optionalText, 'The tool, for the type `tool`.'),
  disable_parallel_tool_use: flag('Whether the model calls at most one tool.'),
});

const display = nullish(
  v.picklist(['summarized', 'omitted']),
  '`omitted` leaves the text of the reasoning out and keeps its signature.',
);

const ThinkingSchema = described(
  v.union([
    v.looseObject({
      type: v.literal('enabled'),
      budget_tokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
      display,
    }),
    v.looseObject({ type: v.literal('adaptive'), display }),
    v.looseObject({ type: v.picklist(['disabled', 'between_tools']) }),
  ]),
  'How much the model reasons before it answers.',
  { title: 'MessageThinking' },
);

const FormatSchema = v.looseObject({ type: v.literal('json_schema'), schema: jsonObject });

/** Body of POST /messages. Source: contract §13.1. */
export const MessageRequestSchema = described(
  v.looseObject({
    model: described(modelId, 'Id of the model.'),
    messages: described(v.pipe(v.array(MessageSchema), v.minLength(1)), 'The conversation so far.'),
    system: nullish(
      v.union([text, v.array(TextSchema)]),
      'Instructions that stand before the conversation.',
    ),
    max_tokens: count(1, 'The most tokens of the answer, reasoning included.'),
    stop_sequences: nullish(v.array(text), 'Texts that end the answer.'),
    ...SAMPLING_MEMBERS,
    metadata: nullish(
      v.looseObject({ user_id: optionalText }),
      'Of the end user, who reaches providers only as a hash.',
    ),
    thinking: v.optional(v.nullable(ThinkingSchema)),
    tools: nullish(v.array(ToolSchema), 'Tools that the model may call.'),
    tool_choice: nullish(ToolChoiceSchema, 'Which tool the model calls; `auto` by default.'),
    output_config: nullish(
      v.looseObject({
        effort: v.optional(v.nullable(v.picklist(['low', 'medium', 'high', 'xhigh', 'max']))),
        format: v.optional(v.nullable(FormatSchema)),
      }),
      'How much effort the answer takes, and the form that it has.',
    ),
    output_format: nullish(FormatSchema, 'The same as `output_config.format`.'),
    ...ROUTING_MEMBERS,
    fallbacks: nullish(
      v.pipe(v.array(v.strictObject({ model: modelId })), v.maxLength(3)),
      'Models to try, in order, after `model`; not together with `models`.',
    ),
    user: nullish(groupId, 'The end user; takes precedence over `metadata.user_id`.'),
  }),
  'A conversation to continue.',
  { title: 'MessageRequest' },
);

/** The body of POST /messages. Source: contract §13.1. */
export type MessageRequest = v.InferOutput<typeof MessageRequestSchema>;
/** A turn of the conversation. */
export type MessageTurn = MessageRequest['messages'][number];
/** A piece of a turn. */
export type MessageBlock = v.InferOutput<typeof BlockSchema>;
/** A tool that the model may call. */
export type MessageTool = v.InferOutput<typeof ToolSchema>;
