import { concatenate } from '@model-gateway/core/http';
import type { Pause } from '../pause.ts';
import type { Raster } from '../raster/rasterise.ts';
import { crc32 } from './crc32.ts';
import { deflate } from './deflate.ts';
import { filterRows } from './filter-rows.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const TRUECOLOR = 2;
const TRUECOLOR_WITH_ALPHA = 6;

/**
 * Encodes a PNG of 8 bits per channel, with an alpha channel or, for an opaque picture, without.
 * The same picture gives the same file where zlib is the same. Source: the PNG specification.
 */
export async function encodePng(
  { width, height, pixels }: Raster,
  { alpha, pause }: { readonly alpha: boolean; readonly pause: Pause },
): Promise<Uint8Array> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  header.setUint8(9, alpha ? TRUECOLOR_WITH_ALPHA : TRUECOLOR);
  const rows = filterRows(pixels, width, height, alpha ? 4 : 3, pause);
  return concatenate([
    SIGNATURE,
    ...chunk('IHDR', new Uint8Array(header.buffer)),
    ...chunk('IDAT', await deflate(rows)),
    ...chunk('IEND', new Uint8Array()),
  ]);
}

/** Length, type, content and checksum. */
function chunk(type: string, content: Uint8Array): readonly Uint8Array[] {
  const name = new TextEncoder().encode(type);
  return [bigEndian(content.length), name, content, bigEndian(crc32(name, content))];
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
