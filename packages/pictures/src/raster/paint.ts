import { blend, type Pixel } from './blend.ts';
import { rowLength, type Band } from './fill-coverage.ts';
import type { Segments } from './flatten.ts';
import type { Painter } from './painter.ts';

/** Pixels to paint on: rows of `width`, the first of them row `top` of the picture. */
export interface Surface {
  readonly pixels: Int32Array;
  readonly width: number;
  readonly top: number;
}

/** Paints what `accumulate` left in `deltas` for the rows of `part`, and zeroes it. */
export function paintFill(
  surface: Surface,
  painter: Painter,
  outline: Segments,
  part: Band,
  deltas: Float32Array,
): void {
  const left = Math.max(0, Math.floor(outline.left));
  const right = Math.min(part.width, Math.ceil(outline.right));
  for (let y = part.top; y < part.bottom; y++) {
    const start = (y - part.top) * rowLength(part);
    const colors = painter.row(y, left, right);
    let winding = 0;
    for (let x = left; x < right;) {
      const from = x;
      winding += deltas[start + x] ?? 0;
      do x++;
      while (x < right && deltas[start + x] === 0);
      const coverage = Math.round(255 * Math.min(1, Math.abs(winding)));
      if (coverage > 0) paintSpan(surface, colors, painter.opaque, y, from, x, coverage);
    }
    deltas.fill(0, start + left, start + right + 2);
  }
}

/** Paints with the coverage of each pixel, rows of `part`, and zeroes it. */
export function paintCoverage(
  surface: Surface,
  painter: Painter,
  part: Band,
  coverage: Uint8Array,
): void {
  for (let y = part.top; y < part.bottom; y++) {
    const start = (y - part.top) * part.width;
    const colors = painter.row(y, 0, part.width);
    for (let x = 0; x < part.width; x++) {
      const covered = coverage[start + x] ?? 0;
      if (covered > 0) paintSpan(surface, colors, painter.opaque, y, x, x + 1, covered);
    }
  }
  coverage.fill(0, 0, (part.bottom - part.top) * part.width);
}

/** From column `from` up to, not including, `to`. */
function paintSpan(
  { pixels, width, top }: Surface,
  colors: Pixel | Int32Array,
  opaque: boolean,
  y: number,
  from: number,
  to: number,
  coverage: number,
): void {
  const start = (y - top) * width;
  const covers = opaque && coverage === 255;
  if (typeof colors !== 'number') {
    if (covers) copySpan(pixels, start, colors, from, to);
    else {
      for (let x = from; x < to; x++) {
        pixels[start + x] = blend(pixels[start + x] ?? 0, colors[x] ?? 0, coverage);
      }
    }
  } else if (covers) {
    fillSpan(pixels, start + from, start + to, colors);
  } else {
    for (let x = start + from; x < start + to; x++) {
      pixels[x] = blend(pixels[x] ?? 0, colors, coverage);
    }
  }
}

/** From this length on, the calls of typed arrays cost less than a loop. */
const LONG_SPAN = 48;

function copySpan(
  pixels: Int32Array,
  start: number,
  colors: Int32Array,
  from: number,
  to: number,
): void {
  if (to - from >= LONG_SPAN) pixels.set(colors.subarray(from, to), start + from);
  else for (let x = from; x < to; x++) pixels[start + x] = colors[x] ?? 0;
}

function fillSpan(pixels: Int32Array, from: number, to: number, color: Pixel): void {
  if (to - from >= LONG_SPAN) pixels.fill(color, from, to);
  else for (let x = from; x < to; x++) pixels[x] = color;
}
