import type { Paint, Stop } from '../scene/marks/marks.ts';
import { toPixel, type Pixel } from './blend.ts';

/** The colours of a paint, for pictures of one size. */
export type Painter = EvenPainter | VariedPainter;

/** One colour for each row. */
interface EvenPainter {
  readonly kind: 'even';
  /** True when nothing below shows through. */
  readonly opaque: boolean;
  color(y: number): Pixel;
}

interface VariedPainter {
  readonly kind: 'varied';
  /** True when nothing below shows through. */
  readonly opaque: boolean;
  /** Writes the colours of columns `from` up to, not including, `to` into `target`, beginning at `start`. */
  write(y: number, from: number, to: number, target: Int32Array, start: number): void;
}

/** Creates a painter for a picture that is drawn `scaleX` and `scaleY` times as large as the scene. */
export function createPainter(paint: Paint, scaleX: number, scaleY: number): Painter {
  switch (paint.kind) {
    case 'solid': {
      const pixel = toPixel(...paint.color, Math.round(255 * paint.opacity));
      return { kind: 'even', opaque: pixel >>> 24 === 255, color: () => pixel };
    }
    case 'linear':
      return linearPainter(paint, scaleX, scaleY);
    case 'radial':
      return radialPainter(paint, scaleX, scaleY);
  }
}

function linearPainter(
  { from, to, stops }: Extract<Paint, { kind: 'linear' }>,
  scaleX: number,
  scaleY: number,
): Painter {
  const ramp = rampOf(stops);
  const opaque = isOpaque(stops);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const lengthSquared = dx * dx + dy * dy;
  const perX = (dx / lengthSquared / scaleX) * LAST;
  const perY = (dy / lengthSquared / scaleY) * LAST;
  const origin = (-(from[0] * dx + from[1] * dy) / lengthSquared) * LAST;
  if (dx === 0) {
    return { kind: 'even', opaque, color: (y) => colorAt(ramp, origin + (y + 0.5) * perY) };
  }
  return {
    kind: 'varied',
    opaque,
    write(y, left, right, target, start) {
      writeLinear(ramp, origin + (y + 0.5) * perY, perX, left, right, target, start);
    },
  };
}

function radialPainter(
  { center, radius, stops }: Extract<Paint, { kind: 'radial' }>,
  scaleX: number,
  scaleY: number,
): Painter {
  const ramp = rampOf(stops);
  const perUnit = LAST / radius;
  const perX = perUnit / scaleX;
  const centerX = center[0] * perUnit;
  return {
    kind: 'varied',
    opaque: isOpaque(stops),
    write(y, left, right, target, start) {
      const dy = ((y + 0.5) / scaleY - center[1]) * perUnit;
      writeRadial(ramp, dy * dy, centerX, perX, left, right, target, start);
    },
  };
}

// Functions of their own, because loops over what a closure captured take twice as long.

/** @param row the position in the ramp where the row begins */
function writeLinear(
  ramp: Int32Array,
  row: number,
  perX: number,
  left: number,
  right: number,
  target: Int32Array,
  start: number,
): void {
  let place = start;
  for (let x = left; x < right; x++) target[place++] = colorAt(ramp, row + (x + 0.5) * perX);
}

function writeRadial(
  ramp: Int32Array,
  dySquared: number,
  centerX: number,
  perX: number,
  left: number,
  right: number,
  target: Int32Array,
  start: number,
): void {
  let place = start;
  for (let x = left; x < right; x++) {
    const dx = (x + 0.5) * perX - centerX;
    const index = (Math.sqrt(dx * dx + dySquared) + 0.5) | 0;
    target[place++] = ramp[index < LAST ? index : LAST] ?? 0;
  }
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
