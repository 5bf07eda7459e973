import { encodePng } from './png/encode-png.ts';
import { toPicture } from './raster/picture.ts';

const SIDE = 64;

/**
 * A PNG of 64 × 64 pixels in one colour, for where any picture will do.
 *
 * @param color at least six hex digits, of which the first six count: `3caea3`
 */
export function drawSwatch(color: string): Promise<Uint8Array> {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    Number.parseInt(color.slice(at, at + 2), 16),
  );
  const pixels = new Uint8Array(SIDE * SIDE * 4);
  for (let i = 0; i < pixels.length; i += 4) pixels.set([red, green, blue, 255], i);
  return encodePng(toPicture({ width: SIDE, height: SIDE, pixels }), { alpha: false });
}
