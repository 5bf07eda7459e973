import * as v from 'valibot';
import { didYouMean } from '@model-gateway/core/kit';
import { FAILURES, type FailureName } from '../../chat/failures.ts';
import type { TimesOption } from '../action.ts';

// Parts of rules in JSON. The messages are the ends of sentences that begin with a place.

export const TEXT = v.string('must be text');
export const NUMBER = v.number('must be a number');
export const TEXTS = v.record(TEXT, TEXT, 'must be an object of texts');

// Its own keys.
const FAILURE_NAMES = Object.keys(FAILURES) as FailureName[];

/** An error, by its status or its name. */
export const STATUS = v.union(
  [NUMBER, v.picklist(FAILURE_NAMES)],
  'must be a status, or the name of an error',
);

/** The number of requests; JSON has no word for infinity. */
export const TIMES = v.union([NUMBER, v.literal('always')], 'must be a number, or "always"');

type TimesJson = v.InferInput<typeof TIMES>;

export function timesFromJson(json: { readonly times?: TimesJson | undefined }): TimesOption {
  return { times: json.times === 'always' ? Infinity : json.times };
}

export function timesToJson(count: number | undefined): TimesJson | undefined {
  return count === Infinity ? 'always' : count;
}

/** An object with these members and no others. */
export function members<Entries extends v.ObjectEntries>(entries: Entries) {
  const names = Object.keys(entries).join(', ');
  return v.strictObject(entries, ({ expected, input }) => {
    if (expected === 'never') {
      return `is unknown; expected ${names}${didYouMean(String(input), Object.keys(entries))}`;
    }
    return expected === 'Object' ? `must be an object with ${names}` : 'is missing';
  });
}

/** The most important member alone, or an object. */
export function shorthand<Short extends v.GenericSchema, Long extends v.GenericSchema>(
  short: Short,
  long: Long,
) {
  return v.union([short, long], 'must be as in the examples');
}

export function oneOf<const Names extends readonly string[]>(names: Names) {
  return v.picklist(names, ({ input }) => {
    const guess = typeof input === 'string' ? didYouMean(input, names) : '';
    return `must be one of ${names.join(', ')}${guess}`;
  });
}
