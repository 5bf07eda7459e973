import * as v from 'valibot';
import { AdministrationError } from '../administration-error.ts';

/**
 * Checks input against the schema of its resource and returns it. The error names the first invalid
 * member.
 */
export function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  what: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = v.getDotPath(issue);
  throw new AdministrationError(`${what}${place === null ? '' : `, ${place}`}: ${issue.message}`);
}

/** ISO 8601 with a time zone, as the resources have it. */
export const TimestampSchema = v.pipe(v.string(), v.isoTimestamp());
