import type { LongText } from '../bytes/long-text.ts';
import type { MediaBlock } from '../ports/conversation.ts';
import { mediaSource } from './media-source.ts';

const DATA_URL = /^data:([^,;]*)(?:;[^,;]*)*;base64,/i;

/** Of a data URL before its data; keeps the pattern away from megabytes. */
const LONGEST_PREFIX = 256;

/** Returns the block of an HTTP(S) URL or a base64 data URL. */
export function mediaOf(kind: MediaBlock['kind'], url: string | LongText): MediaBlock {
  const match = DATA_URL.exec(headOf(url));
  if (match === null) {
    return { type: 'media', kind, mediaType: undefined, source: mediaSource('url', url) };
  }
  const [prefix, mediaType = ''] = match;
  return {
    type: 'media',
    kind,
    mediaType: mediaType === '' ? undefined : mediaType.toLowerCase(),
    source: mediaSource('base64', url.slice(prefix.length)),
  };
}

/** Returns whether a text is an HTTP(S) or a data URL. */
export function isAddress(text: string | LongText): boolean {
  return ADDRESS.test(headOf(text));
}

function headOf(text: string | LongText): string {
  return text.slice(0, LONGEST_PREFIX).toString();
}

const ADDRESS = /^(?:https?:\/\/|data:)/i;
