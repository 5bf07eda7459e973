import type { Paint, Stop } from '../scene/marks.ts';
import { toPixel, type Pixel } from './blend.ts';

/**
 * The colours of a paint, row by row. `row` returns one pixel when the colour is constant from
 * `left` to `right`, else a row of pixels indexed by x, valid until the next call.
 */
export interface Painter {
  /** True when nothing below shows through. */
  readonly opaque: boolean;
  row(y: number, left: number, right: number): Pixel | Uint32Array;
}

/** Creates a painter for a picture of `width` pixels, drawn `scaleX` and `scaleY` times as large as the scene. */
export function createPainter(
  paint: Paint,
  scaleX: number,
  scaleY: number,
  width: number,
): Painter {
  switch (paint.kind) {
    case 'solid': {
      const pixel = toPixel(...paint.color, Math.round(255 * paint.opacity));
      return { opaque: pixel >>> 24 === 255, row: () => pixel };
    }
    case 'linear':
      return linearPainter(paint, scaleX, scaleY, width);
    case 'radial':
      return radialPainter(paint, scaleX, scaleY, width);
  }
}

function linearPainter(
  { from, to, stops }: Extract<Paint, { kind: 'linear' }>,
  scaleX: number,
  scaleY: number,
  width: number,
): Painter {
  const ramp = rampOf(stops);
  const opaque = isOpaque(stops);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const lengthSquared = dx * dx + dy * dy;
  const perX = (dx / lengthSquared / scaleX) * LAST;
  const perY = (dy / lengthSquared / scaleY) * LAST;
  const origin = (-(from[0] * dx + from[1] * dy) / lengthSquared) * LAST;
  if (dx === 0) return { opaque, row: (y) => colorAt(ramp, origin + (y + 0.5) * perY) };
  const pixels = new Uint32Array(width);
  return {
    opaque,
    row(y, left, right) {
      const start = origin + (y + 0.5) * perY;
      for (let x = left; x < right; x++) pixels[x] = colorAt(ramp, start + (x + 0.5) * perX);
      return pixels;
    },
  };
}

function radialPainter(
  { center, radius, stops }: Extract<Paint, { kind: 'radial' }>,
  scaleX: number,
  scaleY: number,
  width: number,
): Painter {
  const ramp = rampOf(stops);
  const pixels = new Uint32Array(width);
  return {
    opaque: isOpaque(stops),
    row(y, left, right) {
      const dy = (y + 0.5) / scaleY - center[1];
      for (let x = left; x < right; x++) {
        const dx = (x + 0.5) / scaleX - center[0];
        pixels[x] = colorAt(ramp, (Math.sqrt(dx * dx + dy * dy) / radius) * LAST);
      }
      return pixels;
    },
  };
}

/** Fine enough that neighbouring colours of a ramp differ by less than an 8-bit step. */
const LAST = 1023;

function colorAt(ramp: Uint32Array, position: number): Pixel {
  const index = position < 0 ? 0 : position > LAST ? LAST : (position + 0.5) | 0;
  return ramp[index] ?? 0;
}

function isOpaque(stops: readonly Stop[]): boolean {
  return stops.every(({ opacity }) => opacity === 1);
}

function rampOf(stops: readonly Stop[]): Uint32Array {
  return Uint32Array.from({ length: LAST + 1 }, (_, index) => pixelAt(stops, index / LAST));
}

function pixelAt(stops: readonly Stop[], offset: number): Pixel {
  const next = stops.findIndex((stop) => stop.offset >= offset);
  const end = stops.at(next);
  const start = stops[Math.max(0, next - 1)];
  if (start === undefined || end === undefined) return 0;
  const gap = end.offset - start.offset;
  const share = next === -1 ? 1 : gap === 0 ? 0 : (offset - start.offset) / gap;
  const at = (a: number, b: number) => Math.round(a + (b - a) * share);
  return toPixel(
    at(start.color[0], end.color[0]),
    at(start.color[1], end.color[1]),
    at(start.color[2], end.color[2]),
    at(255 * start.opacity, 255 * end.opacity),
  );
}
