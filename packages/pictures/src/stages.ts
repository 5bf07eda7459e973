import { fitted, SMALL_SIDE, type Detail } from './canvas.ts';
import type { Pause } from './pause.ts';
import { coarsePicture, coarseness } from './raster/coarse-picture.ts';
import type { Picture } from './raster/picture.ts';
import { rasterise, type Drawing } from './raster/rasterise.ts';
import type { Size } from './size-of.ts';

/** Draws one stage of an image; an encoder stretches a picture that is smaller than the image. */
export type Draw = (drawing: Drawing, pause: Pause) => Promise<Picture>;

/** The stages of an image of this size: its partial images, coarsest first, and the image itself. */
export interface Stages {
  readonly partials: readonly Draw[];
  readonly image: Draw;
}

/** Returns how an image of this size is drawn. Both details have the same number of partials. */
export function stagesOf(size: Size, detail: Detail): Stages {
  const factors = coarseness(size);
  if (detail === 'full') {
    return {
      partials: factors.map((times) => (drawing, pause) => coarsePicture(drawing, times, pause)),
      image: async (drawing, pause) => rasterise(drawing, size, pause),
    };
  }
  const within = (side: number): Draw => {
    const small = fitted(size, side);
    return async (drawing, pause) => rasterise(drawing, small, pause);
  };
  return {
    partials: factors.map((_, step) => within(SMALL_SIDE / 2 ** (factors.length + 1 - step))),
    image: within(SMALL_SIDE),
  };
}
