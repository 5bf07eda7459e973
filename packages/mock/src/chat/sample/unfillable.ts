/** There is no value for a place of a schema, or none that is found. */
export class Unfillable extends Error {
  constructor(path: readonly string[], why: string) {
    super(`${path.join('.') || 'the schema'} cannot be filled: ${why}`);
  }
}
