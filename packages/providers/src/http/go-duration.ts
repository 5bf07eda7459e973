const PART = /^(\d{1,9}(?:\.\d{1,9})?)(h|ms|m|s)/;
const MILLISECONDS: ReadonlyMap<string | undefined, number> = new Map([
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
]);

/** Returns a duration as Go writes it, such as `1h6m0s` or `120ms`, in milliseconds. */
export function goDurationMs(text: string): number | undefined {
  let [rest, total] = [text, 0];
  do {
    const [part, count, unit] = PART.exec(rest) ?? [];
    if (part === undefined) return undefined;
    total += Number(count) * (MILLISECONDS.get(unit) ?? 0);
    rest = rest.slice(part.length);
  } while (rest !== '');
  return Math.ceil(total);
}
