/** An object of somebody else's JSON, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one when it is anything else. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  // An object that is no array may be read by any name.
  return value as Fields;
}

/** The value as text; undefined when it is none or empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value as an integer from 0 on; undefined when it is anything else. */
export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
