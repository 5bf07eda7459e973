import { OPERATIONS } from '@model-gateway/core';
import * as v from 'valibot';
import { described, optional } from './described.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const patterns = v.record(v.string(), v.unknown());
const operations = OPERATIONS.map(({ id }) => id);

/** A request that came, without secrets. */
export const RequestSchema = described(
  v.object({
    number: described(v.pipe(v.number(), v.integer()), '1 is the first that came.'),
    operation: described(v.nullable(v.string()), 'Null for a request that nobody answered.'),
    method: described(v.string(), 'Upper case.'),
    path: described(v.string(), 'With the base path.'),
    query: described(v.record(v.string(), v.string()), 'By name.'),
    headers: described(v.record(v.string(), v.string()), 'By lower-case name; keys are masked.'),
    body: described(v.unknown(), 'Parsed, or text where it is no JSON; null where there is none.'),
    unknown: described(
      v.array(v.string()),
      'What of it the gateway does not know and ignored, with what was probably meant.',
    ),
    at: described(v.string(), "When it came, by the tenant's clock, ISO 8601."),
    answered_by: described(
      v.array(v.string()),
      'The rules that had a part in the answer, and `gateway`.',
    ),
    status: described(v.nullable(v.number()), 'Null while there is no answer.'),
    duration_ms: described(v.nullable(v.number()), "By the tenant's clock; null before the end."),
    stream: described(
      v.nullable(
        v.object({
          events: described(v.number(), 'How many were sent.'),
          end: described(v.string(), '`open`, `done`, `clean-eof`, `abort` or `client-left`.'),
        }),
      ),
      'How far a streamed answer came.',
    ),
  }),
  'A request that came to a tenant and what became of it.',
  'Request',
);

export type RequestJson = v.InferOutput<typeof RequestSchema>;

const TEXTS = {
  query: optional(patterns, 'By parameter.'),
  headers: optional(patterns, 'By name, in any case.'),
};

/** What a request has to be like; what is left out may be anything. */
const PatternSchema = v.object({
  method: v.optional(v.unknown()),
  path: optional(v.unknown(), 'With the base path.'),
  params: optional(patterns, 'By parameter of the path.'),
  body: optional(v.unknown(), 'The members that matter.'),
  status: optional(v.unknown(), 'Of the answer.'),
  ...TEXTS,
});

/** Which requests are meant. */
export const SELECTION = {
  operation: optional(
    v.picklist([...operations, 'unhandled', '*']),
    'An operation, or `unhandled` for requests that nobody answered; all by default.',
  ),
  where: optional(PatternSchema, 'Only requests like this; patterns are as in rules.'),
};

export const ExpectationSchema = described(
  v.object({
    ...SELECTION,
    count: optional(count, 'There are exactly so many of them.'),
    expect: optional(
      v.object({ body: optional(v.unknown(), 'The members that matter.'), ...TEXTS }),
      'Each of them is like this, and there is at least one.',
    ),
    at: optional(
      v.pipe(v.number(), v.integer()),
      'Only the request at this position has to be like `expect`: 0 is the first, -1 the last.',
    ),
  }),
  'What is expected of the requests of a tenant.',
  'Expectation',
);

export type ExpectationJson = v.InferOutput<typeof ExpectationSchema>;

export const WaitSchema = described(
  v.object({
    ...SELECTION,
    count: optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 'How many; 1 by default.'),
    timeout_ms: optional(
      v.pipe(v.number(), v.minValue(0), v.maxValue(60_000)),
      'For how long, in real milliseconds; 1000 by default.',
    ),
  }),
  'Which requests are waited for.',
  'Wait',
);
