import * as v from 'valibot';

/** Details of a schema for the interface's description, beyond its rules. */
export interface Details {
  /** The schema's name among the shared ones. */
  readonly title?: string;
  /** The default when the value is left out; documented, not filled in. */
  readonly default?: string | number | boolean | readonly string[];
  readonly examples?: readonly unknown[];
}

/**
 * Returns the schema with a description in its pipe, for readers such as OpenAPI. Unlike `v.pipe`
 * it does not affect checking, so that 100,000 models are not checked through fifty more calls
 * each.
 */
export function described<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  { title, ...details }: Details = {},
): Schema {
  // Every schema made by v.pipe has `pipe`, and so has this one; it begins with a schema.
  const { pipe = [schema] } = schema as { readonly pipe?: readonly unknown[] };
  const notes = [v.description(description), v.metadata({ ...details })];
  // The title comes last: readers may apply it to what precedes it.
  return { ...schema, pipe: [...pipe, ...notes, ...(title === undefined ? [] : [v.title(title)])] };
}

/** Returns the schema of a member that may be left out or null. */
export function nullish<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  details?: Details,
): v.OptionalSchema<v.NullableSchema<Schema, undefined>, undefined> {
  return described(v.optional(v.nullable(schema)), description, details);
}

/** Returns the schema of a member that may be left out. */
export function optional<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  details?: Details,
): v.OptionalSchema<Schema, undefined> {
  return described(v.optional(schema), description, details);
}

/** A member that a change must leave out: ignored, it would look changed. Source: contract §1.2. */
export const READ_ONLY = optional(
  v.never('is read-only, so leave it out'),
  'Read-only: leave it out.',
);
