import { OPERATIONS } from '@model-gateway/core';
import { didYouMean } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { WIRE_FAULTS } from '../faults/wire-fault.ts';
import { STREAM_ENDINGS } from '../../streams/endings.ts';

const text = v.string('must be text');
const number = v.number('must be a number');
const texts = v.record(text, text, 'must be an object of texts');
const patterns = v.record(text, v.unknown(), 'must be an object of patterns');
const times = v.union([number, v.literal('always')], 'must be a number, or "always"');

const failure = {
  status: number,
  after_ms: v.optional(number),
  message: v.optional(text),
  metadata: v.optional(v.record(text, v.unknown(), 'must be an object')),
  headers: v.optional(texts),
  retry_after: v.optional(
    v.union([number, v.literal('realistic')], 'must be seconds, or "realistic"'),
  ),
};

/**
 * A rule as JSON: an operation, what its requests have to be like, and one action. The messages are
 * the ends of sentences that begin with a place.
 */
export const RuleJsonSchema = members({
  id: v.optional(text),
  on: oneOf(['*', ...OPERATIONS.map(({ id }) => id)]),
  where: v.optional(
    members({
      body: v.optional(v.unknown()),
      query: v.optional(patterns),
      params: v.optional(patterns),
      headers: v.optional(patterns),
    }),
  ),
  fail: v.optional(shorthand(number, members({ ...failure, times: v.optional(number) }))),
  fail_always: v.optional(shorthand(number, members(failure))),
  delay: v.optional(
    members({
      duration: v.union([number, text], 'must be milliseconds, or text such as "90s"'),
      times: v.optional(times),
    }),
  ),
  reply: v.optional(
    members({
      status: v.optional(number),
      headers: v.optional(texts),
      json: v.optional(v.unknown()),
      text: v.optional(text),
      times: v.optional(times),
    }),
  ),
  fault: v.optional(
    shorthand(oneOf(WIRE_FAULTS), members({ fault: oneOf(WIRE_FAULTS), times: v.optional(times) })),
  ),
  end: v.optional(
    shorthand(
      oneOf(STREAM_ENDINGS),
      members({
        ending: oneOf(STREAM_ENDINGS),
        after_events: v.optional(number),
        after_bytes: v.optional(number),
        error: v.optional(
          members({
            code: v.optional(number),
            message: v.optional(text),
            type: v.optional(text),
          }),
        ),
        times: v.optional(times),
      }),
    ),
  ),
});

export type RuleJson = v.InferInput<typeof RuleJsonSchema>;

/** An object with these members and no others. */
function members<Entries extends v.ObjectEntries>(entries: Entries) {
  const names = Object.keys(entries).join(', ');
  return v.strictObject(entries, ({ expected, input }) => {
    if (expected === 'never') {
      return `is unknown; expected ${names}${didYouMean(String(input), Object.keys(entries))}`;
    }
    return expected === 'Object' ? `must be an object with ${names}` : 'is missing';
  });
}

/** The most important member alone, or an object. */
function shorthand<Short extends v.GenericSchema, Long extends v.GenericSchema>(
  short: Short,
  long: Long,
) {
  return v.union([short, long], 'must be as in the examples');
}

function oneOf<const Names extends readonly string[]>(names: Names) {
  return v.picklist(names, ({ input }) => {
    const guess = typeof input === 'string' ? didYouMean(input, names) : '';
    return `must be one of ${names.join(', ')}${guess}`;
  });
}
