import * as v from 'valibot';
import { described } from './described.ts';

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const nullable = <const Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);

const UsageSchema = described(
  v.object({
    input_tokens: described(count, 'All tokens of the input.'),
    input_tokens_details: v.object({
      cached_tokens: described(count, 'Read from the prompt cache of the provider.'),
      cache_write_tokens: described(count, 'Written to it.'),
    }),
    output_tokens: described(count, 'All tokens of the output, reasoning included.'),
    output_tokens_details: v.object({ reasoning_tokens: count }),
    total_tokens: described(count, 'The sum of both.'),
    cost: v.optional(described(v.number(), 'USD.')),
  }),
  'What was counted, and what it costs.',
  { title: 'ResponseUsage' },
);

const ItemSchema = described(
  v.looseObject({
    type: described(text, '`message`, `reasoning`, `function_call` or `custom_tool_call`.'),
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
    status: v.picklist(['in_progress', 'completed', 'incomplete', 'failed']),
    error: described(
      nullable(v.object({ code: text, message: text })),
      'Why the answer broke off.',
    ),
    error_type: v.optional(described(text, 'The kind of the error.')),
    incomplete_details: described(
      nullable(v.object({ reason: v.picklist(['max_output_tokens', 'content_filter']) })),
      'Why the answer is incomplete.',
    ),
    model: described(text, 'The model that served.'),
    provider: v.optional(described(text, 'Display name of the provider that served.')),
    output: described(v.array(ItemSchema), 'The answer.'),
    usage: v.optional(UsageSchema),
    instructions: nullable(text),
    metadata: v.record(v.string(), v.unknown()),
    temperature: nullable(v.number()),
    top_p: nullable(v.number()),
    frequency_penalty: nullable(v.number()),
    presence_penalty: nullable(v.number()),
    parallel_tool_calls: v.boolean(),
    tool_choice: v.union([text, v.looseObject({})]),
    tools: described(v.array(v.looseObject({})), 'As in the request.'),
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
    output_index: v.optional(described(count, 'The item of `output` that it is about.')),
    item: v.optional(ItemSchema),
    delta: v.optional(described(text, 'What is new.')),
  }),
  'A piece of the answer. The last one is `response.completed`, `.incomplete` or `.failed`.',
  { title: 'ResponseEvent' },
);
