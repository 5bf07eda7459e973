import type { Size } from '../size-of.ts';
import type { Raster } from './picture.ts';

/** Stretches a picture to a larger size, each of its pixels a block of one colour. */
export function repeatPixels(source: Raster, { width, height }: Size): Raster {
  const from = new Uint32Array(source.pixels.buffer);
  const to = new Uint32Array(width * height);
  let above = -1;
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * source.height) / height);
    const start = y * width;
    if (row === above) to.copyWithin(start, start - width, start);
    else {
      for (let x = 0; x < width; x++) {
        to[start + x] = from[row * source.width + Math.floor((x * source.width) / width)] ?? 0;
      }
    }
    above = row;
  }
  return { width, height, pixels: new Uint8Array(to.buffer) };
}
