import type { Pause } from '../pause.ts';
import type { Raster } from '../raster/rasterise.ts';
import { deflate } from './deflate.ts';
import { filterRows } from './filter-rows.ts';
import { imageHeader, pngFile, TRUECOLOR, TRUECOLOR_WITH_ALPHA } from './png-file.ts';

/**
 * Encodes a PNG of 8 bits per channel, with an alpha channel or, for an opaque picture, without.
 * The same picture gives the same file where zlib is the same. Source: the PNG specification.
 */
export async function encodePng(
  { width, height, pixels }: Raster,
  { alpha, pause }: { readonly alpha: boolean; readonly pause: Pause },
): Promise<Uint8Array> {
  const rows = filterRows(pixels, width, height, alpha ? 4 : 3, pause);
  return pngFile([
    ['IHDR', imageHeader({ width, height }, alpha ? TRUECOLOR_WITH_ALPHA : TRUECOLOR)],
    ['IDAT', await deflate(rows)],
  ]);
}
