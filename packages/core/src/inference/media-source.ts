import { LongText } from '../bytes/long-text.ts';
import type { MediaSource } from '../ports/conversation.ts';

/** The long text that a source stands for; printers and copies leave it out. */
const TEXT = Symbol('text');

interface MaybeLong extends MediaSource {
  readonly [TEXT]?: LongText;
}

/**
 * An own member: copies and printers find the string there, and only they make it. All sources share
 * one getter, which finds the text at its object. What a getter of each source saw, or a `WeakMap` of
 * all, V8 would hold until it collects old objects, and media may be megabytes.
 */
const VALUE: PropertyDescriptor & ThisType<MaybeLong> = {
  enumerable: true,
  get() {
    return String(this[TEXT]);
  },
};

/** Returns where media lie, from a member of a body whose schema is `longText`. */
export function mediaSource(kind: MediaSource['kind'], value: string | LongText): MediaSource {
  if (typeof value === 'string') return { kind, value };
  const source = Object.defineProperty({ kind }, TEXT, { value });
  // It has the value that is defined here.
  return Object.defineProperty(source, 'value', VALUE) as MediaSource;
}

/** Returns the bytes of long media as they came; undefined for media that are a string already. */
export function longTextOf(source: MediaSource): LongText | undefined {
  const { [TEXT]: text }: MaybeLong = source;
  return text;
}

/** Returns a member of a body whose schema is `longText`, if it is a text. */
export function textOrLong(value: unknown): string | LongText | undefined {
  return typeof value === 'string' || value instanceof LongText ? value : undefined;
}
