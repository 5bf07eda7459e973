import * as v from 'valibot';
import { compareDecimalTexts, type DecimalText } from '../money/decimal-text.ts';

/** A number of which every digit counts: read from text and kept as text. */
export interface DecimalSchema extends v.BaseSchema<
  DecimalText,
  DecimalText,
  v.BaseIssue<unknown>
> {
  readonly type: 'decimal';
  readonly minimum: number;
  readonly maximum: number | undefined;
}

/**
 * A number from `minimum` to `maximum`, inclusive, for query parameters that are compared with
 * prices and other decimals. The value of the JSON number 0.3 is the text `0.3`, which differs from
 * 0.30000000000000000001. Source: contract §3.6.
 */
export function decimal(minimum: number, maximum?: number): DecimalSchema {
  const [least, most] = [String(minimum), maximum === undefined ? undefined : String(maximum)];
  const isWithin = (value: DecimalText) =>
    compareDecimalTexts(value, least) >= 0 &&
    (most === undefined || compareDecimalTexts(value, most) <= 0);
  const schema = v.custom<DecimalText>((value) => typeof value === 'string' && isWithin(value));
  return { ...schema, type: 'decimal', minimum, maximum };
}

/** Returns whether a schema was made by `decimal`. */
export function isDecimalSchema(schema: v.GenericSchema): schema is DecimalSchema {
  return schema.type === 'decimal';
}
