import type { MediaBlock } from '../ports/conversation.ts';

const DATA_URL = /^data:([^,;]*)(?:;[^,;]*)*;base64,/i;

/** Of a data URL before its data; keeps the pattern away from megabytes. */
const LONGEST_PREFIX = 256;

/** Returns the block of an HTTP(S) URL or a base64 data URL. */
export function mediaOf(kind: MediaBlock['kind'], url: string): MediaBlock {
  const match = DATA_URL.exec(url.slice(0, LONGEST_PREFIX));
  if (match === null) {
    return { type: 'media', kind, mediaType: undefined, source: { kind: 'url', value: url } };
  }
  const [prefix, mediaType = ''] = match;
  return {
    type: 'media',
    kind,
    mediaType: mediaType === '' ? undefined : mediaType.toLowerCase(),
    source: { kind: 'base64', value: url.slice(prefix.length) },
  };
}

/** Returns whether a text is an HTTP(S) or a data URL. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

const ADDRESS = /^(?:https?:\/\/|data:)/i;
