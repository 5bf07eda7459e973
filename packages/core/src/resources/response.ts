import * as v from 'valibot';
import { count } from './count.ts';
import { described, optional } from './described.ts';
import { RoutingMetadataSchema } from './routing-metadata.ts';

const text = v.string();
const nullable = <const Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);

const UsageSchema = described(
  v.object({
    input_tokens: described(count, 'All tokens of the input.'),
    input_tokens_details: described(
      v.object({
        cached_tokens: described(count, 'Read from the prompt cache of the provider.'),
        cache_write_tokens: described(count, 'Written to it.'),
      }),
      'Parts of the input.',
    ),
    output_tokens: described(count, 'All tokens of the output, reasoning included.'),
    output_tokens_details: described(v.object({ reasoning_tokens: count }), 'Parts of the output.'),
    total_tokens: described(count, 'The sum of both.'),
    cost: optional(v.number(), 'USD.'),
  }),
  'What was counted, and what it costs.',
  { title: 'ResponseUsage' },
);

const list = v.array(v.record(v.string(), v.unknown()));

const ItemSchema = described(
  v.looseObject({
    id: described(text, 'Of this answer; means nothing in a request.'),
    type: described(text, '`message`, `reasoning`, `function_call` or `custom_tool_call`.'),
    status: optional(text, '`completed`, or `incomplete` for one that was cut off.'),
    role: optional(text, 'Of a message, `assistant`.'),
    phase: optional(text, 'Of a message, `commentary` or `final_answer`.'),
    content: optional(list, 'Of a message its parts, of reasoning its text.'),
    summary: optional(list, 'Of reasoning that is not shown itself.'),
    encrypted_content: optional(text, 'What the issuer of reasoning needs again.'),
    call_id: optional(text, 'Of a call: what its result refers to.'),
    name: optional(text, 'Of the tool that is called.'),
    namespace: optional(text, 'Of the tool, where it is in one.'),
    arguments: optional(text, 'Of a function call, a JSON object as text.'),
    input: optional(text, 'Of a call of a custom tool.'),
  }),
  'What the model said, thought or called. Send items back unchanged with the next request.',
  { title: 'ResponseOutputItem' },
);

/** The answer of POST /responses. Source: contract §14.2. */
export const ResponseSchema = described(
  v.looseObject({
    id: described(text, 'Also the header `x-generation-id`.'),
    object: described(v.literal('response'), 'What this is.'),
    created_at: described(count, 'Seconds since the Unix epoch.'),
    completed_at: described(nullable(count), 'The same, of the end; null unless `completed`.'),
    status: described(
      v.picklist(['in_progress', 'completed', 'incomplete', 'failed']),
      'How it ended, if it has.',
    ),
    error: described(
      nullable(v.object({ code: text, message: text })),
      'Why the answer broke off.',
    ),
    error_type: optional(text, 'The kind of the error.'),
    incomplete_details: described(
      nullable(v.object({ reason: v.picklist(['max_output_tokens', 'content_filter']) })),
      'Why the answer is incomplete.',
    ),
    model: described(text, 'The model that served.'),
    provider: optional(text, 'Display name of the provider that served.'),
    output: described(v.array(ItemSchema), 'The answer.'),
    usage: v.optional(UsageSchema),
    gateway_metadata: v.optional(RoutingMetadataSchema),
    instructions: described(nullable(text), 'As in the request.'),
    metadata: described(v.record(v.string(), v.unknown()), 'As in the request.'),
    temperature: described(nullable(v.number()), 'As in the request.'),
    top_p: described(nullable(v.number()), 'As in the request.'),
    frequency_penalty: described(nullable(v.number()), 'As in the request.'),
    presence_penalty: described(nullable(v.number()), 'As in the request.'),
    parallel_tool_calls: described(v.boolean(), 'As in the request, true by default.'),
    tool_choice: described(
      v.union([text, v.record(v.string(), v.unknown())]),
      'As in the request, `auto` by default.',
    ),
    tools: described(v.array(v.record(v.string(), v.unknown())), 'As in the request.'),
    top_logprobs: optional(count, 'As in the request, 0 by default.'),
    max_output_tokens: optional(nullable(count), 'As in the request.'),
    reasoning: optional(
      v.record(v.string(), v.unknown()),
      'The effort and the summary of the request.',
    ),
    text: optional(v.record(v.string(), v.unknown()), 'As in the request, text by default.'),
    access_programs: described(v.null(), 'Null.'),
    store: optional(v.boolean(), 'False: nothing is kept.'),
    background: optional(v.boolean(), 'False.'),
    previous_response_id: optional(v.null(), 'Null.'),
    truncation: optional(text, '`disabled`.'),
  }),
  'The answer to a conversation, with what the request asked for.',
  { title: 'Response' },
);

/** The payload of a server-sent event of POST /responses. Source: contract §14.3. */
export const ResponseEventSchema = described(
  v.looseObject({
    type: described(text, 'For example `response.output_text.delta`; also the name of the event.'),
    sequence_number: described(count, 'Counts the events, from 0.'),
    response: v.optional(ResponseSchema),
    output_index: optional(count, 'The item of `output` that it is about.'),
    item_id: optional(text, 'The id of that item.'),
    content_index: optional(count, 'The part of its content.'),
    part: optional(v.record(v.string(), v.unknown()), 'That part.'),
    text: optional(text, 'The whole text of it.'),
    name: optional(text, 'Of the tool that is called.'),
    arguments: optional(text, 'The whole arguments of a call.'),
    summary_index: optional(count, 'The part of its summary.'),
    item: v.optional(ItemSchema),
    delta: optional(text, 'What is new.'),
    logprobs: optional(list, 'The probabilities of its tokens.'),
  }),
  'A piece of the answer. The last one is `response.completed`, `.incomplete` or `.failed`.',
  { title: 'ResponseEvent' },
);

/** An error of POST /responses. Source: contract §14.4. */
export const ResponseErrorSchema = described(
  v.object({
    error: described(
      v.object({
        code: described(count, 'The status.'),
        message: described(text, 'What is wrong, in a sentence.'),
        metadata: optional(v.record(v.string(), v.unknown()), 'Details.'),
      }),
      'What went wrong.',
    ),
    error_type: described(text, 'The kind of the error.'),
    user_id: optional(text, "The caller's id, once it is known."),
  }),
  'An error.',
  { title: 'ResponseErrorEnvelope' },
);
