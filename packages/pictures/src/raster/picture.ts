import type { Size } from '../size-of.ts';

/** Pixels as R, G, B, A bytes, row by row, alpha not premultiplied. */
export interface Raster extends Size {
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** A picture that is drawn while it is read, so that the whole of it need not be in memory. */
export interface Picture extends Size {
  /** Its rows in order, some at a time; each raster is valid until the next is asked for. */
  readonly bands: AsyncIterable<Raster>;
}

export function toPicture(raster: Raster): Picture {
  return { width: raster.width, height: raster.height, bands: once(raster) };
}

async function* once(raster: Raster): AsyncGenerator<Raster> {
  yield raster;
}

/** Returns how many rows to draw between pauses: a millisecond or two of work in the processor's cache. */
export function rowsPerBand({ width, height }: Size): number {
  return Math.min(height, Math.max(8, Math.floor(PIXELS_PER_BAND / width)));
}

const PIXELS_PER_BAND = 32_768;

/** Draws a picture as a whole. */
export async function toRaster({ width, height, bands }: Picture): Promise<Raster> {
  const pixels = new Uint8Array(width * height * 4);
  let filled = 0;
  for await (const band of bands) {
    pixels.set(band.pixels, filled);
    filled += band.pixels.length;
  }
  return { width, height, pixels };
}
