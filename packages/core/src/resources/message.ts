import * as v from 'valibot';
import { count } from './count.ts';
import { described, optional } from './described.ts';
import { RoutingMetadataSchema } from './routing-metadata.ts';

const text = v.string();

const UsageSchema = described(
  v.object({
    input_tokens: described(count, 'Of the input, without those of the prompt cache.'),
    output_tokens: described(count, 'All tokens of the output, reasoning included.'),
    cache_creation_input_tokens: described(count, 'Written to the prompt cache.'),
    cache_read_input_tokens: described(count, 'Read from the prompt cache.'),
    cache_creation: described(
      v.nullable(v.object({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count })),
      'How long what was written is kept; null where nobody said.',
    ),
    output_tokens_details: described(
      v.nullable(v.object({ thinking_tokens: count })),
      'Parts of the output; null where nobody said.',
    ),
    server_tool_use: described(
      v.nullable(v.object({ web_search_requests: count, web_fetch_requests: count })),
      'What the provider ran itself; null where nobody said.',
    ),
    service_tier: described(v.literal('standard'), 'Always `standard`.'),
    speed: described(v.null(), 'Not known.'),
    inference_geo: described(v.null(), 'Not known.'),
    cost: optional(v.number(), 'USD.'),
  }),
  'What was counted, and what it costs.',
  { title: 'MessageUsage' },
);

const BlockSchema = described(
  v.union([
    v.object({
      type: v.literal('text'),
      text,
      citations: described(v.pipe(v.array(v.unknown()), v.maxLength(0)), 'Always empty.'),
    }),
    v.object({
      type: v.literal('thinking'),
      thinking: text,
      signature: described(text, 'Send it back unchanged; empty where nobody signed.'),
    }),
    v.object({
      type: v.literal('redacted_thinking'),
      data: described(text, 'Send it back unchanged.'),
    }),
    v.object({
      type: v.literal('tool_use'),
      id: text,
      name: text,
      input: described(v.record(text, v.unknown()), 'What the tool is to be called with.'),
      caller: described(v.object({ type: v.literal('direct') }), 'Who calls.'),
    }),
    described(v.record(text, v.unknown()), 'A block that the provider has beside these.'),
  ]),
  'A piece of the answer.',
  { title: 'MessageAnswerBlock' },
);

const DeltaSchema = described(
  v.union([
    v.object({ type: v.literal('text_delta'), text }),
    v.object({
      type: v.literal('input_json_delta'),
      partial_json: described(text, 'A piece of the JSON of the input.'),
    }),
    v.object({ type: v.literal('thinking_delta'), thinking: text }),
    v.object({ type: v.literal('signature_delta'), signature: text }),
  ]),
  'What is new in the block.',
  { title: 'MessageDelta' },
);

const STOP_REASONS = [
  'end_turn',
  'max_tokens',
  'model_context_window_exceeded',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'compaction',
] as const;

const StopDetailsSchema = v.nullable(
  v.object({ type: v.literal('refusal'), category: v.null(), explanation: v.nullable(text) }),
);

const head = {
  id: described(text, 'Also the header `x-generation-id`.'),
  type: described(v.literal('message'), 'What this is.'),
  role: described(v.literal('assistant'), 'Who speaks.'),
  model: described(text, 'The model that served.'),
  container: described(v.null(), 'Always null.'),
  diagnostics: described(v.null(), 'Always null.'),
  provider: optional(text, 'Display name of the provider that served.'),
};

const stop = {
  stop_reason: described(v.picklist(STOP_REASONS), 'Why the model stopped.'),
  stop_sequence: described(v.nullable(text), 'The text of `stop_sequences` that ended the answer.'),
  stop_details: described(StopDetailsSchema, 'Why the model declined.'),
};

const routing = { gateway_metadata: v.optional(RoutingMetadataSchema) };

/** The answer of POST /messages. Source: contract §13.2. */
export const MessageSchema = described(
  v.object({
    ...head,
    content: described(v.array(BlockSchema), 'What the model says, in order.'),
    ...stop,
    usage: UsageSchema,
    ...routing,
  }),
  'The answer to a conversation.',
  { title: 'Message' },
);

const index = described(count, 'Of the block, from 0.');

/** The payload of a server-sent event of POST /messages. Source: contract §13.3. */
export const MessageEventSchema = described(
  v.union([
    v.object({
      type: v.literal('message_start'),
      message: v.object({
        ...head,
        content: v.pipe(v.array(BlockSchema), v.maxLength(0)),
        stop_reason: v.null(),
        stop_sequence: v.null(),
        stop_details: v.null(),
        usage: UsageSchema,
      }),
    }),
    v.object({ type: v.literal('content_block_start'), index, content_block: BlockSchema }),
    v.object({
      type: v.literal('content_block_delta'),
      index,
      delta: DeltaSchema,
    }),
    v.object({ type: v.literal('content_block_stop'), index }),
    v.object({
      type: v.literal('message_delta'),
      delta: v.object({ ...stop, container: v.null() }),
      usage: UsageSchema,
    }),
    v.object({ type: v.literal('message_stop'), ...routing }),
    v.object({ type: v.literal('ping') }),
    v.object({
      type: v.literal('error'),
      error: v.object({ type: text, message: text, error_type: text }),
      request_id: described(v.null(), 'It is the header `request-id`.'),
      ...routing,
    }),
  ]),
  'An event of the answer; its name is its `type`.',
  { title: 'MessageEvent' },
);

/** An error of POST /messages. Source: contract §13.4. */
export const MessageErrorSchema = described(
  v.object({
    type: described(v.literal('error'), 'What this is.'),
    error: described(
      v.object({
        type: described(text, 'Such as `invalid_request_error`.'),
        message: described(text, 'A message for people.'),
        error_type: described(text, 'The kind, as `POST /chat/completions` names it.'),
        details: optional(v.record(text, v.unknown()), "What Anthropic's clients go on by."),
      }),
      'The error itself.',
    ),
    request_id: described(v.nullable(text), 'Also the header `request-id`.'),
    metadata: optional(v.record(text, v.unknown()), 'Details for programs.'),
    ...routing,
  }),
  "An error in Anthropic's form.",
  { title: 'MessageError' },
);

/** The answer of POST /messages/count_tokens. Source: contract §13.5. */
export const TokenCountSchema = described(
  v.object({
    input_tokens: described(count, 'Of the whole conversation.'),
    is_estimate: optional(v.literal(true), 'Where no provider has counted.'),
  }),
  'How long a conversation is.',
  { title: 'TokenCount' },
);
