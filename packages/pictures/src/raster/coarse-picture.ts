import type { Pause } from '../pause.ts';
import type { Size } from '../size-of.ts';
import { enlarge } from './enlarge.ts';
import { rasterise, type Drawing, type Raster } from './rasterise.ts';

/** How many times smaller the partial images of a picture are drawn, the coarsest first. */
export function coarseness({ width, height }: Size): readonly number[] {
  const shorter = Math.min(width, height);
  return [24, 10, 4].filter((times) => shorter / times >= FEWEST_PIXELS);
}

const FEWEST_PIXELS = 8;

/** A drawing in its own size, but with only as much detail as fits a picture so many times smaller. */
export async function coarsePicture(
  drawing: Drawing,
  times: number,
  pause: Pause,
): Promise<Raster> {
  const small = {
    width: Math.ceil(drawing.width / times),
    height: Math.ceil(drawing.height / times),
  };
  return enlarge(await rasterise(drawing, small, pause), drawing, pause);
}
