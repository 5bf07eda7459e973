/** Far more than a tool asks for, and far fewer than V8 has room for where it prints a value. */
export const MOST_INPUT_LEVELS = 500;

/** Returns whether the input of a call, as its text and as what that is in JSON, has more levels. */
export function isTooDeep(text: string, value: object): boolean {
  // A bracket opens each level, and another closes it.
  if (text.length <= 2 * MOST_INPUT_LEVELS) return false;
  // Level by level: calls within each other would be too deep as well.
  let inside: readonly object[] = [value];
  for (let level = 1; inside.length > 0; level++) {
    if (level > MOST_INPUT_LEVELS) return true;
    inside = inside.flatMap((one) => Object.values(one).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
