import { OPERATIONS } from '@model-gateway/core';
import * as v from 'valibot';
import { described, optional } from '../../described.ts';
import { ROUTE_NAME } from '../../route-name.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const patterns = v.record(v.string(), v.unknown());
const operations = OPERATIONS.map(({ id }) => id);

/** A request that was received, without secrets. */
export const RequestSchema = described(
  v.object({
    number: described(v.pipe(v.number(), v.integer()), 'The first request is 1.'),
    operation: described(v.nullable(v.string()), 'Null for an unhandled request.'),
    method: described(v.string(), 'Upper case.'),
    path: described(v.string(), 'With the base path.'),
    query: described(v.record(v.string(), v.string()), 'By name.'),
    headers: described(v.record(v.string(), v.string()), 'By lower-case name; keys are masked.'),
    body: described(v.unknown(), 'Parsed, or text if it is not JSON; null without a body.'),
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
  }),
  'A request that a tenant received, and its outcome.',
  'Request',
);

export type RequestJson = v.InferOutput<typeof RequestSchema>;

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
  ...TEXTS,
});

/** The selection of requests. */
export const SELECTION = {
  operation: optional(
    v.union([
      v.picklist([...operations, 'unhandled', '*']),
      v.pipe(v.string(), v.regex(ROUTE_NAME)),
    ]),
    'An operation, a route such as `POST /chat/completions`, or `unhandled` for requests that match none; all by default.',
  ),
  where: optional(PatternSchema, 'Only requests like this; patterns are as in rules.'),
};

export const ExpectationSchema = described(
  v.object({
    ...SELECTION,
    count: optional(count, 'The exact number of requests.'),
    expect: optional(
      v.object({ body: optional(v.unknown(), 'The members that matter.'), ...TEXTS }),
      'Each request matches this, and there is at least one.',
    ),
    at: optional(
      v.pipe(v.number(), v.integer()),
      'Only the request at this position has to match `expect`: 0 is the first, -1 the last.',
    ),
  }),
  'An assertion on the requests of a tenant.',
  'Expectation',
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
  'Wait',
);
