import * as v from 'valibot';
import { mediaText, optionalMediaText } from './conversation-members.ts';
import { described, nullish } from './described.ts';

const text = v.string();
const optionalText = v.optional(v.nullable(text));

/** A breakpoint of the prompt cache. */
export const CacheControlSchema = v.looseObject({
  type: v.literal('ephemeral'),
  ttl: v.optional(v.nullable(v.picklist(['5m', '1h']))),
});
/** The member `cache_control` of a part, a tool or a request. */
export const cache = nullish(
  CacheControlSchema,
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
        url: described(mediaText, 'An HTTP(S) URL or a base64 data URL.'),
        detail: v.optional(v.nullable(v.picklist(['auto', 'low', 'high', 'original']))),
      }),
      cache_control: cache,
    }),
    v.looseObject({
      type: v.literal('input_audio'),
      input_audio: v.looseObject({
        data: described(mediaText, 'Base64.'),
        format: described(v.pipe(text, v.minLength(1)), 'For example `wav` or `mp3`.'),
      }),
      cache_control: cache,
    }),
    v.looseObject({
      type: v.literal('file'),
      file: v.looseObject({
        filename: optionalText,
        file_data: described(optionalMediaText, 'An HTTP(S) URL or a base64 data URL.'),
      }),
      cache_control: cache,
    }),
    v.looseObject({
      type: v.picklist(['video_url', 'input_video']),
      video_url: v.looseObject({ url: mediaText }),
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

const ReasoningDetailSchema = v.looseObject({
  type: text,
  text: optionalText,
  summary: optionalText,
  data: optionalText,
  signature: optionalText,
  id: optionalText,
});

/** A turn of the conversation. */
export const ChatMessageSchema = described(
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
      reasoning_details: nullish(
        v.array(ReasoningDetailSchema),
        'The details of an earlier answer, unchanged and in order.',
      ),
      tool_calls: v.optional(v.nullable(v.array(ToolCallSchema))),
      images: nullish(
        v.array(v.looseObject({ image_url: v.looseObject({ url: mediaText }) })),
        'The images of an earlier answer, for models that take them back.',
      ),
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
