import { concatenate } from '@model-gateway/core/http';
import type { Size } from '../size-of.ts';
import { crc32 } from './crc32.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Colour types of the PNG specification. */
export const TRUECOLOR = 2;
export const INDEXED = 3;
export const TRUECOLOR_WITH_ALPHA = 6;

export type Chunk = readonly [type: string, content: Uint8Array];

/** Joins the chunks of a PNG file, without the one that ends it. */
export function pngFile(chunks: readonly Chunk[]): Uint8Array {
  const all: readonly Chunk[] = [...chunks, ['IEND', new Uint8Array()]];
  return concatenate([SIGNATURE, ...all.flatMap(framed)]);
}

/** Returns the content of the chunk `IHDR`: 8 bits per channel, not interlaced. */
export function imageHeader({ width, height }: Size, colorType: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  header.setUint8(9, colorType);
  return new Uint8Array(header.buffer);
}

/** Returns length, type, content and checksum. */
function framed([type, content]: Chunk): readonly Uint8Array[] {
  const name = new TextEncoder().encode(type);
  return [bigEndian(content.length), name, content, bigEndian(crc32(name, content))];
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
