import type { Pause } from '../pause.ts';
import type { Size } from '../size-of.ts';
import { enlarge } from './enlarge.ts';
import { toRaster, type Picture } from './picture.ts';
import { rasterise, type Drawing } from './rasterise.ts';

/** Returns the factors by which the partial images of a picture are drawn smaller, coarsest first. */
export function coarseness({ width, height }: Size): readonly number[] {
  const shorter = Math.min(width, height);
  return [24, 10, 4].filter((times) => shorter / times >= FEWEST_PIXELS);
}

const FEWEST_PIXELS = 8;

/** Draws in full size, but with only the detail of a picture `times` times smaller. */
export async function coarsePicture(
  drawing: Drawing,
  times: number,
  pause: Pause,
): Promise<Picture> {
  const small = {
    width: Math.ceil(drawing.width / times),
    height: Math.ceil(drawing.height / times),
  };
  return enlarge(await toRaster(rasterise(drawing, small, pause)), drawing, pause);
}
