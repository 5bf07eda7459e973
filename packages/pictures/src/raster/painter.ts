import type { Paint, Stop } from '../scene/marks/marks.ts';
import { toPixel, type Pixel } from './blend.ts';

/**
 * The colours of a paint, row by row. `row` returns one pixel when the colour is constant from
 * `left` to `right`, else a row of pixels indexed by x, valid until the next call.
 */
export interface Painter {
  /** True when nothing below shows through. */
  readonly opaque: boolean;
  row(y: number, left: number, right: number): Pixel | Int32Array;
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
  const pixels = new Int32Array(width);
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
  const pixels = new Int32Array(width);
  const perUnit = LAST / radius;
  const perX = perUnit / scaleX;
  const centerX = center[0] * perUnit;
  return {
    opaque: isOpaque(stops),
    row(y, left, right) {
      const dy = ((y + 0.5) / scaleY - center[1]) * perUnit;
      const dySquared = dy * dy;
      for (let x = left; x < right; x++) {
        const dx = (x + 0.5) * perX - centerX;
        const index = (Math.sqrt(dx * dx + dySquared) + 0.5) | 0;
        pixels[x] = ramp[index < LAST ? index : LAST] ?? 0;
      }
      return pixels;
    },
  };
}

/** Fine enough that neighbouring colours of a ramp differ by less than an 8-bit step. */
const LAST = 1023;

function colorAt(ramp: Int32Array, position: number): Pixel {
  const index = position < 0 ? 0 : position > LAST ? LAST : (position + 0.5) | 0;
  return ramp[index] ?? 0;
}

function isOpaque(stops: readonly Stop[]): boolean {
  return stops.every(({ opacity }) => opacity === 1);
}

/** Colours between the stops, evenly spaced. The stops are in order. */
function rampOf(stops: readonly Stop[]): Int32Array {
  const ramp = new Int32Array(LAST + 1);
  let next = 0;
  for (let index = 0; index <= LAST; index++) {
    const offset = index / LAST;
    while (next < stops.length && (stops[next]?.offset ?? 1) < offset) next++;
    ramp[index] = colorBetween(stops[Math.max(0, next - 1)], stops[next], offset);
  }
  return ramp;
}

/** Beyond the last stop there is no end, and the colour stays that of the last. */
function colorBetween(start: Stop | undefined, end: Stop | undefined, offset: number): Pixel {
  if (start === undefined) return 0;
  const { color, opacity } = end ?? start;
  const gap = (end?.offset ?? start.offset) - start.offset;
  const share = end === undefined ? 1 : gap === 0 ? 0 : (offset - start.offset) / gap;
  return toPixel(
    between(start.color[0], color[0], share),
    between(start.color[1], color[1], share),
    between(start.color[2], color[2], share),
    between(255 * start.opacity, 255 * opacity, share),
  );
}

function between(from: number, to: number, share: number): number {
  return Math.round(from + (to - from) * share);
}
