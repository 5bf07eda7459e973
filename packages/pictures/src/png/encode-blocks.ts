import type { Pause } from '../pause.ts';
import type { Raster } from '../raster/rasterise.ts';
import type { Size } from '../size-of.ts';
import { deflate } from './deflate.ts';
import { imageHeader, INDEXED, pngFile } from './png-file.ts';
import { paletteOf, type Indexed } from './palette.ts';

/**
 * Encodes a small picture as a PNG of a larger size, each of its pixels a block of one colour. The
 * file has a palette, and rows that repeat are differences of zero, so that a megapixel takes a few
 * milliseconds. Source: the PNG specification.
 */
export async function encodeBlocks(
  picture: Raster,
  size: Size,
  { alpha, pause }: { readonly alpha: boolean; readonly pause: Pause },
): Promise<Uint8Array> {
  const indexed = paletteOf(picture, alpha);
  return pngFile([
    ['IHDR', imageHeader(size, INDEXED)],
    ['PLTE', indexed.colors],
    ...(alpha ? ([['tRNS', indexed.alphas]] as const) : []),
    ['IDAT', await deflate(rowsOf(picture, indexed, size, pause))],
  ]);
}

/** Some 2 milliseconds of work. */
const BYTES_PER_PART = 1_048_576;

const UP = 2;

/** Yields filtered rows in parts: a row like the one above is a filter byte and zeros. */
async function* rowsOf(
  { width, height }: Size,
  { indices }: Indexed,
  size: Size,
  pause: Pause,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const length = size.width + 1;
  const rows = Math.max(1, Math.floor(BYTES_PER_PART / length));
  let above = -1;
  for (let top = 0; top < size.height; top += rows) {
    const part = new Uint8Array(Math.min(rows, size.height - top) * length);
    for (let start = 0, y = top; start < part.length; start += length, y++) {
      const row = Math.floor((y * height) / size.height);
      if (row === above) part[start] = UP;
      else stretchRow(indices, row * width, width, part.subarray(start + 1, start + length));
      above = row;
    }
    yield part;
    await pause();
  }
}

/** Writes a row of `width` indices over the whole of `target`. */
function stretchRow(indices: Uint8Array, from: number, width: number, target: Uint8Array): void {
  for (let x = 0; x < width; x++) {
    const start = Math.ceil((x * target.length) / width);
    const end = Math.ceil(((x + 1) * target.length) / width);
    target.fill(indices[from + x] ?? 0, start, end);
  }
}
