/** What engines since 2023 have beside `JSON.parse`; those of Node 20 do not. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}

const exact: ExactJson | undefined =
  'rawJSON' in JSON && 'isRawJSON' in JSON
    ? // The two members are there, and come with the third argument of revivers.
      (JSON as unknown as ExactJson)
    : undefined;

/** Where a value may begin, a number of 16 digits or with an exponent. */
const MAY_BE_LONG = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*[eE])/;

/** Returns false for JSON without numbers past ±(2^53-1). */
export function mayHoldLongNumber(json: string): boolean {
  return MAY_BE_LONG.test(json);
}

/**
 * Parses JSON as `JSON.parse` does, but numbers past ±(2^53-1) keep their digits: each is an object
 * that `JSON.stringify` writes as it was written, and `isLongNumber` knows. Where the engine cannot
 * do that, as in Node 20, they become the nearest double.
 */
export function parseExactly(text: string): unknown {
  if (exact === undefined || !mayHoldLongNumber(text)) return JSON.parse(text);
  const { rawJSON } = exact;
  return exact.parse(text, (_, value, { source }) =>
    typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)
      ? rawJSON(source ?? String(value))
      : value,
  );
}

/** Returns whether a value is a number that `parseExactly` kept the digits of. */
export function isLongNumber(value: object): boolean {
  return exact?.isRawJSON(value) ?? false;
}
