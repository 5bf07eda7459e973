import * as v from 'valibot';
import { count } from './count.ts';
import { described, optional } from './described.ts';
import { RoutingMetadataSchema } from './routing-metadata.ts';

const text = v.string();
const nullableText = v.nullable(text);

const PROMPT_DETAILS = described(
  v.object({
    cached_tokens: described(count, 'Read from the prompt cache of the provider.'),
    cache_write_tokens: optional(count, 'Written to it.'),
    audio_tokens: v.optional(count),
  }),
  'Parts of the input.',
);

const COMPLETION_DETAILS = described(
  v.object({
    reasoning_tokens: count,
    audio_tokens: v.optional(count),
    image_tokens: v.optional(count),
  }),
  'Parts of the output.',
);

const ChatUsageSchema = described(
  v.object({
    prompt_tokens: described(count, 'All tokens of the input.'),
    completion_tokens: described(count, 'All tokens of the output, reasoning included.'),
    total_tokens: described(count, 'The sum of both.'),
    prompt_tokens_details: v.optional(PROMPT_DETAILS),
    completion_tokens_details: v.optional(COMPLETION_DETAILS),
    cost: optional(v.number(), 'USD.'),
  }),
  'What was counted, and what it costs.',
  { title: 'ChatUsage' },
);

const ToolCallSchema = v.object({
  id: text,
  type: v.literal('function'),
  function: v.object({
    name: text,
    arguments: described(text, 'A JSON object as text.'),
  }),
});

const choicesOf = <const Choice extends v.GenericSchema>(choice: Choice) =>
  described(v.array(choice), 'One choice.');
const callsOf = <const Call extends v.GenericSchema>(call: Call) =>
  described(v.array(call), 'Pieces of calls, to be joined by `index`.');

const AnswerMessageSchema = described(
  v.object({
    role: described(v.literal('assistant'), 'Who speaks.'),
    content: described(nullableText, 'The text.'),
    refusal: described(nullableText, 'Why the model declines.'),
    reasoning: optional(text, 'What the model shows of its reasoning.'),
    reasoning_details: optional(
      v.array(v.looseObject({ type: text })),
      'Send them back unchanged and in order with the next request.',
    ),
    tool_calls: optional(v.array(ToolCallSchema), 'Functions that the client is to call.'),
    annotations: optional(v.array(v.looseObject({})), 'Citations.'),
    images: optional(v.array(v.looseObject({})), 'Images that the model made.'),
  }),
  'What the model says.',
  { title: 'ChatAnswer' },
);

/** The answer of POST /chat/completions. Source: contract §12.5. */
export const ChatCompletionSchema = described(
  v.object({
    id: described(text, 'Also the header `x-generation-id`.'),
    object: described(v.literal('chat.completion'), 'What this is.'),
    created: described(count, 'Seconds since the Unix epoch.'),
    model: described(text, 'The model that served.'),
    provider: described(text, 'Display name of the provider that served.'),
    system_fingerprint: described(
      v.nullable(text),
      'What the provider calls its configuration; null where it does not say.',
    ),
    choices: choicesOf(
      v.object({
        index: count,
        finish_reason: v.picklist(['stop', 'length', 'tool_calls', 'content_filter', 'error']),
        native_finish_reason: described(nullableText, "The provider's own word."),
        logprobs: v.nullable(v.looseObject({})),
        message: AnswerMessageSchema,
      }),
    ),
    usage: ChatUsageSchema,
    gateway_metadata: v.optional(RoutingMetadataSchema),
  }),
  'The answer to a conversation.',
  { title: 'ChatCompletion' },
);

const DeltaSchema = described(
  v.object({
    role: optional(v.literal('assistant'), 'In the first delta.'),
    content: optional(text, 'Text.'),
    refusal: optional(text, 'Text of a refusal.'),
    reasoning: optional(text, 'Text of the reasoning.'),
    reasoning_details: optional(v.array(v.looseObject({ type: text })), 'Pieces of the reasoning.'),
    tool_calls: v.optional(
      callsOf(
        v.object({
          index: count,
          id: optional(text, 'In the first piece of a call, as the name.'),
          type: v.optional(v.literal('function')),
          function: v.object({ name: v.optional(text), arguments: text }),
        }),
      ),
    ),
    annotations: optional(v.array(v.looseObject({})), 'Citations.'),
    images: optional(v.array(v.looseObject({})), 'Images that the model made.'),
  }),
  'What is new.',
  { title: 'ChatDelta' },
);

/** The payload of a server-sent event of POST /chat/completions. Source: contract §12.5. */
export const ChatCompletionChunkSchema = described(
  v.object({
    id: described(text, 'The same in all events.'),
    object: described(v.literal('chat.completion.chunk'), 'What this is.'),
    created: described(count, 'Seconds since the Unix epoch.'),
    model: described(text, 'The model that served.'),
    provider: optional(text, 'Display name of the provider that served.'),
    system_fingerprint: optional(
      text,
      'What the provider calls its configuration, where it says so.',
    ),
    choices: choicesOf(
      v.object({
        index: count,
        delta: DeltaSchema,
        finish_reason: v.nullable(
          v.picklist(['stop', 'length', 'tool_calls', 'content_filter', 'error']),
        ),
        native_finish_reason: nullableText,
        logprobs: v.optional(v.looseObject({})),
      }),
    ),
    usage: v.optional(ChatUsageSchema),
    gateway_metadata: v.optional(RoutingMetadataSchema),
    error: optional(
      v.object({ code: count, message: text, metadata: v.looseObject({ error_type: text }) }),
      'Why the stream broke; in its last event.',
    ),
  }),
  'A piece of the answer. After the last one comes `data: [DONE]`.',
  { title: 'ChatCompletionChunk' },
);
