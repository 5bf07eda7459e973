/** A parameter that was not obeyed exactly, and what became of it. */
export interface Warning {
  readonly parameter: string;
  readonly note: string;
}

const LONGEST_HEADER = 1000;

/** Returns visible ASCII and spaces only: names come from requests and configuration. */
export function headerText(text: string): string {
  return text.slice(0, LONGEST_HEADER).replace(/[^\x20-\x7e]/g, '?');
}

/**
 * Returns `x-gateway-warnings: aspect_ratio=clamped:16:9, quality=ignored`; of those that have no room
 * how many they are, as `7 more`. Source: contract §4.3.
 */
export function warningHeader(warnings: readonly Warning[]): Record<string, string> {
  if (warnings.length === 0) return {};
  // What a dialect could not read an endpoint may have to leave out as well.
  const texts = new Set(warnings.map(({ parameter, note }) => `${parameter}=${note}`));
  return { 'x-gateway-warnings': headerText(listed([...texts])) };
}

/** Leaves room to say how many are left out. */
const LONGEST_LIST = LONGEST_HEADER - ', 99999 more'.length;

function listed(texts: readonly string[]): string {
  const whole = texts.join(', ');
  if (whole.length <= LONGEST_HEADER) return whole;
  // A name that a client made up may be longer than that by itself.
  let list = (texts[0] ?? '').slice(0, LONGEST_LIST);
  let count = 1;
  for (const text of texts.slice(1)) {
    if (list.length + text.length + 2 > LONGEST_LIST) break;
    list += `, ${text}`;
    count++;
  }
  return count === texts.length ? list : `${list}, ${texts.length - count} more`;
}
