import { ProviderFailure } from '@model-gateway/core';
import type { Block, MediaBlock } from '@model-gateway/core/chat';
import type { JsonObject } from '@model-gateway/core/kit';
import { base64Text } from '../../http/json-body.ts';

/** A block of media. */
export type MediaOf = Block & { readonly type: 'media' };

const USUAL: Readonly<Record<MediaOf['kind'], string>> = {
  image: 'image/png',
  audio: 'audio/wav',
  video: 'video/mp4',
  file: 'application/pdf',
};

const BY_ENDING: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  wav: 'audio/wav',
  mp3: 'audio/mp3',
  m4a: 'audio/m4a',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};

/** Whether Google can be given the address of media: it has to be told their type. */
export function hasKnownType({ kind, mediaType, source }: MediaBlock): boolean {
  const isElse = kind !== 'image' && kind !== 'file';
  return isElse || mediaType !== undefined || typeOfUrl(source.value) !== undefined;
}

/**
 * Returns media as a part: data in the request, or an address that Google fetches. Throws `parameter`
 * for an address whose media type nobody says.
 */
export function mediaPart({ kind, mediaType, source }: MediaOf): JsonObject {
  if (source.kind === 'base64') {
    return { inlineData: { mimeType: mediaType ?? USUAL[kind], data: base64Text(source) } };
  }
  const { kind: form, value } = source;
  if (form === 'text') return { text: value };
  const mimeType = mediaType ?? typeOfUrl(value);
  if (mimeType !== undefined) return { fileData: { mimeType, fileUri: value } };
  throw new ProviderFailure(
    'parameter',
    `it needs to know the type of ${NOUNS[kind]}: the address should end with .png, .pdf and the like, or send it as data`,
  );
}

const NOUNS = { image: 'an image', audio: 'a sound', video: 'a film', file: 'a file' } as const;

function typeOfUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  // A page of YouTube stands for its film.
  if (/^(?:www\.youtube\.com|youtube\.com|youtu\.be)$/.test(hostname)) return 'video/mp4';
  const [, ending = ''] = /\.([A-Za-z0-9]{2,4})$/.exec(pathname) ?? [];
  return BY_ENDING[ending.toLowerCase()];
}
