import { described, GATEWAY_OPERATIONS, optional } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { OPERATION_ID, ROUTE_NAME } from '../../route-name.ts';
import { TALK } from './thread.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const patterns = v.record(v.string(), v.unknown());
const operations = GATEWAY_OPERATIONS.all.map(({ id }) => id);

/** A request without what may be long: its headers and its body. */
const SUMMARY = {
  number: described(v.pipe(v.number(), v.integer()), 'The first request is 1.'),
  operation: described(v.nullable(v.string()), 'Null for an unhandled request.'),
  method: described(v.string(), 'Upper case.'),
  path: described(v.string(), 'With the base path.'),
  query: described(v.record(v.string(), v.string()), 'By name.'),
  unknown: described(
    v.array(v.string()),
    'The parts that the gateway does not know and ignored, each with a suggestion.',
  ),
  adjusted: described(
    v.array(v.string()),
    'The parts of an image request that the gateway changed or ignored.',
  ),
  at: described(v.string(), "When it arrived, by the tenant's clock, ISO 8601."),
  answered_by: described(
    v.array(v.string()),
    'The rules that took part in the answer, and `gateway`.',
  ),
  status: described(v.nullable(v.number()), 'Null while there is no answer.'),
  duration_ms: described(v.nullable(v.number()), "By the tenant's clock; null before the end."),
  stream: described(
    v.nullable(
      v.object({
        events: described(v.number(), 'The number of events sent.'),
        end: described(v.string(), '`open`, `done`, `clean-eof`, `abort` or `client-left`.'),
      }),
    ),
    'The progress of a streamed answer.',
  ),
};

const WHOLE = {
  ...SUMMARY,
  headers: described(v.record(v.string(), v.string()), 'By lower-case name; keys are masked.'),
  body: described(v.unknown(), 'Parsed, or text if it is not JSON; null without a body.'),
  ...TALK,
};

/** A request in the feed, without secrets. */
export const RequestSummarySchema = described(
  v.object({
    ...SUMMARY,
    unhandled: described(v.boolean(), 'Whether neither an operation nor a rule answered it.'),
  }),
  'A request that a tenant received, without its headers and its body.',
  { title: 'RequestSummary' },
);

export type RequestSummaryJson = v.InferOutput<typeof RequestSummarySchema>;

/** A request that was received, without secrets. */
export const RequestSchema = described(
  v.object(WHOLE),
  'A request that a tenant received, and its outcome.',
  { title: 'Request' },
);

export type RequestJson = v.InferOutput<typeof RequestSchema>;

const ChunkSchema = v.object({
  at_ms: described(v.number(), "Milliseconds since the request arrived, by the tenant's clock."),
  bytes: described(v.pipe(v.number(), v.integer()), 'Its length on the wire.'),
  event: described(v.nullable(v.string()), 'The name of the event; null without one.'),
  data: described(
    v.unknown(),
    'The data of a server-sent event, parsed if it is JSON; null for a comment and for bytes.',
  ),
});

const NearFixtureSchema = v.object({
  id: described(v.string(), 'The id of the exchange.'),
  place: described(v.string(), 'File, line and column: `fixtures/images.gw.yaml:12:5`.'),
  differences: described(
    v.array(v.string()),
    'Why it does not answer the request: `body.prompt must be "red panda", got "red pandas"`.',
  ),
});

/** A request with everything that is known of it, without secrets. */
export const RequestDetailSchema = described(
  v.object({
    ...WHOLE,
    unhandled: RequestSummarySchema.entries.unhandled,
    nearest: described(
      v.nullable(v.string()),
      'The operation that was probably meant by an unhandled request: `POST /v1/images`.',
    ),
    nearest_fixtures: described(
      v.array(NearFixtureSchema),
      'For a request that no fixture answered: at most three fixtures of the same operation or path, nearest first, as they are now.',
    ),
    body_note: described(v.nullable(v.string()), 'Why there is no body, where there may be one.'),
    unchecked_answers: described(
      v.array(count),
      'Which answers of the model since the user spoke the request does not allow, so that a rule gives them with `unchecked` alone; the last of them is that to this request. Positions from 0.',
    ),
    response: described(
      v.nullable(
        v.object({
          headers: described(v.record(v.string(), v.string()), 'By lower-case name.'),
          content_type: described(v.nullable(v.string()), 'Of the body.'),
          body: described(
            v.unknown(),
            'Parsed, or text if it is not JSON; null without a body, and for a stream.',
          ),
          is_kept: described(
            v.boolean(),
            'Whether the body is here: the journal keeps the newest answers up to a total size.',
          ),
          chunks: described(
            v.nullable(v.array(ChunkSchema)),
            'The events of a streamed answer so far.',
          ),
          chunks_left_out: described(
            v.pipe(v.number(), v.integer()),
            'The number of events that followed those.',
          ),
        }),
      ),
      'The response; null until the gateway answers, and for a request that it leaves to its host.',
    ),
  }),
  'A request that a tenant received, with its answer.',
  { title: 'RequestDetail' },
);

export type RequestDetailJson = v.InferOutput<typeof RequestDetailSchema>;

const TEXTS = {
  query: optional(patterns, 'By parameter.'),
  headers: optional(patterns, 'By name, in any case.'),
};

/** A pattern for requests; parts that are left out match anything. */
const PatternSchema = v.object({
  method: v.optional(v.unknown()),
  path: optional(v.unknown(), 'With the base path.'),
  params: optional(patterns, 'By parameter of the path.'),
  body: optional(v.unknown(), 'The members that matter.'),
  status: optional(v.unknown(), 'Of the answer.'),
  chat: optional(v.unknown(), 'What the conversation is like.'),
  ...TEXTS,
});

/** The selection of requests. */
export const SELECTION = {
  operation: optional(
    v.union([
      v.picklist([...operations, 'chat', 'unhandled', '*']),
      v.pipe(v.string(), v.regex(ROUTE_NAME)),
      v.pipe(v.string(), v.regex(OPERATION_ID), v.description('An operation of your own.')),
    ]),
    'An operation, a route such as `POST /moderations`, `chat` for conversations in every dialect, or `unhandled` for requests that match none; all by default.',
  ),
  where: optional(PatternSchema, 'Only requests like this; patterns are as in rules.'),
};

export const ExpectationSchema = described(
  v.object({
    ...SELECTION,
    count: optional(count, 'The exact number of requests.'),
    expect: optional(
      v.object({
        body: optional(v.unknown(), 'The members that matter.'),
        chat: optional(v.unknown(), 'What the conversation is like, as in rules.'),
        ...TEXTS,
      }),
      'Each request matches this, and there is at least one.',
    ),
    at: optional(
      v.pipe(v.number(), v.integer()),
      'Only the request at this position has to match `expect`: 0 is the first, -1 the last.',
    ),
  }),
  'An assertion on the requests of a tenant.',
  { title: 'Expectation' },
);

export type ExpectationJson = v.InferOutput<typeof ExpectationSchema>;

export const WaitSchema = described(
  v.object({
    ...SELECTION,
    count: optional(
      v.pipe(v.number(), v.integer(), v.minValue(1)),
      'The number of requests; 1 by default.',
    ),
    timeout_ms: optional(
      v.pipe(v.number(), v.minValue(0), v.maxValue(60_000)),
      'In real milliseconds; 1000 by default.',
    ),
  }),
  'The requests to wait for.',
  { title: 'Wait' },
);
