import * as v from 'valibot';
import { LongText } from '../bytes/long-text.ts';
import { unwrap } from './describe-schema.ts';
import type { Reading } from './strict-reading.ts';

const text = v.string();

const textOrLong: typeof text = {
  ...text,
  '~run'(dataset, config) {
    if (!(dataset.value instanceof LongText)) return text['~run'](dataset, config);
    // It passes for the text that it stands for.
    return { ...dataset, typed: true } as v.SuccessDataset<string>;
  },
};

/**
 * A text that may be long, such as base64 or a data URL. In a body that was read in pieces a long one
 * is a `LongText`, although the type says string: who reads such a member takes both.
 */
export const longText: typeof text = Object.assign(textOrLong, {
  // Stays in the copies that `v.pipe` makes.
  takesLongText: true,
});

/** Returns whether a `LongText` may stand there. */
export function takesLongText(reading: Reading): boolean {
  return typeof reading === 'object' && isLongText(unwrap(reading.schema));
}

/** Returns whether a schema, unwrapped, takes a `LongText`. */
export function isLongText(schema: v.GenericSchema): boolean {
  return 'takesLongText' in schema;
}
