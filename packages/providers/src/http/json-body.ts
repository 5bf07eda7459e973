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

  /** What stands in its place while the value around it is printed. */
  toJSON(): string {
    return `${printed.mark}${printed.images.push(this) - 1}.`;
  }
}

interface Printed {
  readonly mark: string;
  readonly images: Base64Of[];
}

/** Of the value that is being printed: without a function that looks at every member of it. */
let printed: Printed = { mark: '', images: [] };

/** Returns an image as a data URL, for a place in a value that `encodeJson` writes. */
export function dataUrlOf(image: ReferenceImage): Base64Of {
  return new Base64Of(image, `data:${image.mediaType};base64,`);
}

/**
 * Encodes a value as JSON. Images in it are inserted as bytes: a JSON writer would search megabytes
 * of base64 for quotes.
 */
export function encodeJson(value: unknown): Uint8Array {
  // Random, so that no text of a request can stand for an image.
  const [mark, images]: [string, Base64Of[]] = [randomUUID(), []];
  printed = { mark, images };
  const text = JSON.stringify(value);
  // Nothing holds the images of a request that is over.
  printed = { mark: '', images: [] };
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
