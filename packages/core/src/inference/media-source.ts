import { LongText } from '../bytes/long-text.ts';
import type { MediaSource } from '../ports/conversation.ts';

/** The long texts that sources stand for. */
const held = new WeakMap<MediaSource, LongText>();

/** Returns where media lie, from a member of a body whose schema is `longText`. */
export function mediaSource(kind: MediaSource['kind'], value: string | LongText): MediaSource {
  if (typeof value === 'string') return { kind, value };
  // An own member: copies and printers find the string there, and only they make it.
  const source: MediaSource = {
    kind,
    get value() {
      return value.toString();
    },
  };
  held.set(source, value);
  return source;
}

/** Returns the bytes of long media as they came; undefined for media that are a string already. */
export function longTextOf(source: MediaSource): LongText | undefined {
  return held.get(source);
}

/** Returns a member of a body whose schema is `longText`, if it is a text. */
export function textOrLong(value: unknown): string | LongText | undefined {
  return typeof value === 'string' || value instanceof LongText ? value : undefined;
}
