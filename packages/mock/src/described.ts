import * as v from 'valibot';

/** The schema with what it is for. */
export function described<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  title?: string,
) {
  // The title comes last: readers take the members before it for what it names.
  return title === undefined
    ? v.pipe(schema, v.description(description))
    : v.pipe(schema, v.description(description), v.title(title));
}

/** A member that may be left out, with what it is for. */
export function optional<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
) {
  return described(v.optional(schema), description);
}
