import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { ReferenceImage } from '@model-gateway/core';
import type { MediaBlock } from '@model-gateway/core/chat';
import { addAll, isBase64, longTextOf, type LentPieces } from '@model-gateway/core/kit';

/** Base64 in ASCII, which is sent as it is. */
export interface Base64Pieces {
  readonly pieces: readonly Uint8Array[];
  /** Returns them for a request that says when they have left. */
  lend?(): LentPieces;
}

/** The base64 of an image, for a place in a value that `encodeJson` writes. */
export class Base64Of {
  /** An image, or base64 as text or as bytes. */
  readonly data: ReferenceImage | Base64Pieces | string;
  /** Written before the base64, inside the same string. */
  readonly prefix: string;

  constructor(data: ReferenceImage | Base64Pieces | string, prefix = '') {
    this.data = data;
    this.prefix = prefix;
  }

  /** What stands in its place while the value around it is printed. */
  toJSON(): string {
    printed.mark ??= randomUUID();
    return `${printed.mark}${printed.images.push(this) - 1}.`;
  }
}

interface Printed {
  /** Random, so that no text of a request can stand for an image; made for the first of them. */
  mark?: string;
  readonly images: Base64Of[];
}

/** Of the value that is being printed: without a function that looks at every member of it. */
let printed: Printed = { images: [] };

/** Returns an image as a data URL, for a place in a value that `encodeJson` writes. */
export function dataUrlOf(image: ReferenceImage): Base64Of {
  return new Base64Of(image, `data:${image.mediaType};base64,`);
}

/** From this length on base64 is worth looking at by itself. */
const LONG = 16 * 1024;

/**
 * Returns base64 of a client, behind a prefix, for a place in a value that `encodeJson` writes: a
 * plain text where it is short, or may need escapes because it is no base64.
 */
export function base64Text(source: MediaBlock['source'], prefix = ''): Base64Of | string {
  const bytes = longTextOf(source);
  if (bytes !== undefined) return new Base64Of(bytes, prefix);
  const { value } = source;
  const isLong = value.length >= LONG && isBase64(value);
  return isLong ? new Base64Of(value, prefix) : prefix + value;
}

/**
 * Encodes a value as JSON, in pieces. Images in it are inserted as bytes: a JSON writer would search
 * megabytes of base64 for quotes. Those that came as bytes are pieces of the result, not copied; of
 * those that are lent, `lent` gets what gives them back.
 */
export function encodeJson(value: unknown, lent?: (() => void)[]): readonly Uint8Array[] {
  const own: Printed = { images: [] };
  printed = own;
  const text = JSON.stringify(value);
  // Nothing holds the images of a request that is over.
  printed = { images: [] };
  const { mark, images } = own;
  if (mark === undefined) return [Buffer.from(text)];
  const [first = '', ...rest] = text.split(mark);
  const pieces: Uint8Array[] = [];
  let parts: Part[] = [{ text: first, encoding: 'utf8' }];
  for (const part of rest) {
    const dot = part.indexOf('.');
    const image = images[Number(part.slice(0, dot))];
    if (image !== undefined) {
      const { prefix, data } = image;
      parts.push({ text: JSON.stringify(prefix).slice(1, -1), encoding: 'utf8' });
      if (typeof data !== 'string' && 'pieces' in data) {
        pieces.push(joined(parts));
        addAll(pieces, lent === undefined ? data.pieces : borrowed(data, lent));
        parts = [];
      } else {
        const base64 = typeof data === 'string' ? data : base64Of(data);
        parts.push({ text: base64, encoding: 'latin1' });
      }
    }
    parts.push({ text: part.slice(dot + 1), encoding: 'utf8' });
  }
  return [...pieces, joined(parts)];
}

function borrowed(data: Base64Pieces, lent: (() => void)[]): readonly Uint8Array[] {
  if (data.lend === undefined) return data.pieces;
  const { pieces, giveBack } = data.lend();
  lent.push(giveBack);
  return pieces;
}

interface Part {
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
}

function base64Of({ bytes }: ReferenceImage): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Writes each part into its place, so that none is copied twice. */
function joined(parts: readonly Part[]): Buffer {
  let length = 0;
  for (const { text, encoding } of parts) length += Buffer.byteLength(text, encoding);
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const { text, encoding } of parts) at += whole.write(text, at, encoding);
  return whole;
}
