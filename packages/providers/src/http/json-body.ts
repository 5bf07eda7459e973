import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { ReferenceImage } from '@model-gateway/core';

/** The base64 of an image, for a place in a value that `encodeJson` writes. */
export class Base64Of {
  readonly image: ReferenceImage;
  /** Written before the base64, inside the same string. */
  readonly prefix: string;

  constructor(image: ReferenceImage, prefix = '') {
    this.image = image;
    this.prefix = prefix;
  }
}

/** Returns an image as a data URL, for a place in a value that `encodeJson` writes. */
export function dataUrlOf(image: ReferenceImage): Base64Of {
  return new Base64Of(image, `data:${image.mediaType};base64,`);
}

/**
 * Encodes a value as JSON. Images in it are inserted as bytes: a JSON writer would search megabytes
 * of base64 for quotes.
 */
export function encodeJson(value: unknown): Uint8Array {
  const images: Base64Of[] = [];
  // Random, so that no text of a request can stand for an image.
  const mark = randomUUID();
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (!(member instanceof Base64Of)) return member;
    return `${mark}${images.push(member) - 1}.`;
  });
  if (images.length === 0) return Buffer.from(text);
  const [first = '', ...rest] = text.split(mark);
  const parts: Uint8Array[] = [Buffer.from(first)];
  for (const part of rest) {
    const dot = part.indexOf('.');
    const image = images[Number(part.slice(0, dot))];
    if (image !== undefined) parts.push(...bytesOf(image));
    parts.push(Buffer.from(part.slice(dot + 1)));
  }
  return Buffer.concat(parts);
}

function bytesOf({ prefix, image: { bytes } }: Base64Of): Uint8Array[] {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return [Buffer.from(JSON.stringify(prefix).slice(1, -1)), Buffer.from(base64, 'latin1')];
}
