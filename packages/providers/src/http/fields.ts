/** An object of unknown shape from an upstream's JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, else an empty object. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  // An object that is not an array may be read by any name.
  return value as Fields;
}

/** Returns the members of each element of a list; of anything else none. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Returns the value if it is a non-empty string, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the value if it is an integer of at least 0, else undefined. */
export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
