import type { Picture, Raster } from '../raster/picture.ts';
import { imageHeader, pngFile, TRUECOLOR, TRUECOLOR_WITH_ALPHA } from './png-file.ts';
import { RowCompressor } from './row-compressor.ts';

/**
 * Encodes a PNG of 8 bits per channel, with an alpha channel or, for an opaque picture, without.
 * Rejects with what drawing the picture throws. Source: the PNG specification.
 */
export async function encodePng(
  { width, height, bands }: Picture,
  { alpha }: { readonly alpha: boolean },
): Promise<Uint8Array> {
  const rows = new RowCompressor(width, alpha ? 4 : 3);
  for await (const band of bands) addRows(rows, band);
  return pngFile([
    ['IHDR', imageHeader({ width, height }, alpha ? TRUECOLOR_WITH_ALPHA : TRUECOLOR)],
    ['IDAT', rows.end()],
  ]);
}

function addRows(rows: RowCompressor, { width, height, pixels }: Raster): void {
  const words = new Int32Array(pixels.buffer, pixels.byteOffset, width * height);
  for (let y = 0; y < height; y++) rows.add(words, y * width);
}
