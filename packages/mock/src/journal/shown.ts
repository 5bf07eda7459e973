import { shorten } from '@model-gateway/core/kit';

/** A value as people read it, on one line; what is absent says so. */
export function shown(value: unknown, longest = 120): string {
  if (value === undefined) return 'nothing';
  return shorten(JSON.stringify(withoutLongTexts(value)), longest);
}

/**
 * Two texts, each from a little before the first difference on: in the middle of a long prompt it
 * would be cut off.
 */
export function shownApart(one: string, other: string): readonly [string, string] {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const from = same > CONTEXT * 2 ? same - CONTEXT : 0;
  const to = same + CONTEXT * 3;
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${shown(text.slice(from, to))}${text.length > to ? '…' : ''}`;
  return [part(one), part(other)];
}

const CONTEXT = 20;

/** Shortens images and long prompts to their beginning and length. */
export function withoutLongTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length <= LONGEST_TEXT
      ? value
      : `${value.slice(0, LONGEST_TEXT / 2)}… (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.map(withoutLongTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutLongTexts(member)]),
  );
}

const LONGEST_TEXT = 400;
