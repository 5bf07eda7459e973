import { described, optional } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { FORWARDING_DECISIONS } from '../../telemetry/telemetry.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.nullable(v.string());
const moment = v.string();
const MOMENT = "By the tenant's clock, ISO 8601.";

const ImageViewSchema = v.object({ media_type: v.string(), bytes: count });

const AttemptViewSchema = v.object({
  provider: v.string(),
  started_at: moment,
  ended_at: moment,
  failure: described(text, 'The class of the failure; null for the attempt that answered.'),
});

const MetadataSchema = v.object({
  request_id: v.string(),
  trace_id: described(v.string(), '32 hex characters.'),
  span_id: described(v.string(), '16 hex characters.'),
  parent_span_id: described(text, "The caller's span, from its `traceparent`."),
  started_at: described(moment, MOMENT),
  ended_at: described(moment, MOMENT),
  first_output_at: described(v.nullable(moment), 'When the first part of the output arrived.'),
  operation: v.string(),
  task: described(
    v.picklist(['images', 'chat', 'embeddings', 'rerank']),
    'What the model was asked for.',
  ),
  model: v.string(),
  provider: described(text, 'Slug of the provider whose output the client received.'),
  workspace_id: v.string(),
  user_id: v.string(),
  key_name: v.string(),
  session_id: text,
  status: described(v.number(), 'That the client received.'),
  failure: described(text, 'The class of the failure, never a text of a provider.'),
  is_stream: v.boolean(),
  parameters: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  usage: v.nullable(
    v.object({
      input: v.number(),
      output: v.number(),
      total: v.number(),
      input_image: v.nullable(v.number()),
      output_image: v.nullable(v.number()),
      cache_read: v.nullable(v.number()),
      cache_write: v.nullable(v.number()),
      reasoning: v.nullable(v.number()),
    }),
  ),
  cost: described(text, 'USD, as a decimal.'),
  finish_reason: text,
  attempts: v.array(AttemptViewSchema),
  images: v.array(ImageViewSchema),
});

const ContentSchema = v.object({
  prompt: v.string(),
  references: v.array(ImageViewSchema),
  output: described(text, 'The text of the answer, or its images in words.'),
  failure_message: described(text, 'What a provider said about its failure.'),
});

/** What became of the telemetry of one request at one destination. */
export const TelemetryEntrySchema = described(
  v.object({
    request_id: described(
      v.string(),
      'The `x-generation-id` of the response, else its `x-request-id`.',
    ),
    destination: v.object({ id: v.string(), name: v.string(), type: v.string() }),
    decision: described(
      v.picklist(FORWARDING_DECISIONS),
      '`forwarded`, or why the record was suppressed.',
    ),
    view: described(
      v.nullable(
        v.object({
          metadata: MetadataSchema,
          content: described(v.nullable(ContentSchema), 'Null in privacy mode.'),
        }),
      ),
      'What the destination may see; null for a record that was suppressed.',
    ),
  }),
  'The decision about one request at one destination.',
  { title: 'TelemetryEntry' },
);

export type TelemetryEntryJson = v.InferOutput<typeof TelemetryEntrySchema>;

/** The selection of entries. */
export const TELEMETRY_SELECTION = {
  destination: optional(
    v.string(),
    'The id, the name or the type of a destination; all by default.',
  ),
};

const [, ...reasons] = FORWARDING_DECISIONS;

export const TelemetryExpectationSchema = described(
  v.object({
    ...TELEMETRY_SELECTION,
    forwarded: optional(
      v.union([count, v.literal(true)]),
      'The exact number of records that were forwarded; `true` for at least one.',
    ),
    suppressed: optional(
      v.union([v.picklist(reasons), v.literal(true)]),
      'No record was forwarded, and at least one was suppressed for this reason; `true` for any reason.',
    ),
  }),
  'An assertion on the telemetry of a tenant.',
  { title: 'TelemetryExpectation' },
);
