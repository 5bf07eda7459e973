import type { Raster } from '../raster/picture.ts';
import type { Size } from '../size-of.ts';
import { RunDeflater } from './deflate-runs.ts';
import { paletteOf, type Indexed } from './palette.ts';
import { imageHeader, INDEXED, pngFile } from './png-file.ts';

/**
 * Encodes a small picture as a PNG of a larger size, each of its pixels a block of one colour. The
 * file has a palette, and rows that repeat are differences of zero, so that it is a list of runs and
 * takes time for the blocks rather than the pixels. Source: the PNG specification.
 */
export function encodeBlocks(
  picture: Raster,
  size: Size,
  { alpha }: { readonly alpha: boolean },
): Uint8Array {
  const indexed = paletteOf(picture, alpha);
  return pngFile([
    ['IHDR', imageHeader(size, INDEXED)],
    ['PLTE', indexed.colors],
    ...(alpha ? ([['tRNS', indexed.alphas]] as const) : []),
    ['IDAT', compressedRows(picture, indexed, size)],
  ]);
}

const NO_FILTER = 0;
const UP = 2;

/** Returns the filtered rows: a row like the one above is a filter byte and zeros. */
function compressedRows(picture: Size, { indices }: Indexed, size: Size): Uint8Array {
  const deflater = new RunDeflater();
  const ends = Array.from({ length: picture.width }, (_, x) =>
    Math.ceil(((x + 1) * size.width) / picture.width),
  );
  let above = -1;
  for (let y = 0; y < size.height; y++) {
    const row = Math.floor((y * picture.height) / size.height);
    if (row === above) {
      deflater.run(UP, 1);
      deflater.run(0, size.width);
    } else {
      deflater.run(NO_FILTER, 1);
      addRow(deflater, indices.subarray(row * picture.width, (row + 1) * picture.width), ends);
    }
    above = row;
  }
  return deflater.end();
}

/** Adds a row of indices, each up to its end; neighbours of one colour are one run. */
function addRow(deflater: RunDeflater, indices: Uint8Array, ends: readonly number[]): void {
  let from = 0;
  for (let x = 0; x < indices.length; x++) {
    if (indices[x] === indices[x + 1]) continue;
    const to = ends[x] ?? from;
    deflater.run(indices[x] ?? 0, to - from);
    from = to;
  }
}
