import { blend, type Pixel } from './blend.ts';
import { clearRow, nextChange, rowLength, type Band, type Deltas } from './fill-coverage.ts';
import type { Painter } from './painter.ts';

/** Pixels to paint on: rows of `width`, the first of them row `top` of the picture. */
export interface Surface {
  readonly pixels: Int32Array;
  readonly width: number;
  readonly top: number;
  /** Room for a row of colours. */
  readonly row: Int32Array;
}

/** Paints what `accumulate` left in `deltas` for the rows of `part`, and zeroes it. */
export function paintFill(surface: Surface, painter: Painter, part: Band, deltas: Deltas): void {
  const { width } = part;
  for (let y = part.top; y < part.bottom; y++) {
    const row = y - part.top;
    const start = row * rowLength(width);
    // Beyond its last line an outline covers nothing.
    const right = Math.min(width, deltas.end[row] ?? 0);
    let winding = 0;
    for (let x = deltas.first[row] ?? 0; x < right;) {
      const from = x;
      winding += deltas.values[start + x] ?? 0;
      x = nextChange(deltas, row, x + 1, right, width);
      const coverage = Math.round(255 * Math.min(1, Math.abs(winding)));
      if (coverage > 0) paintSpan(surface, painter, y, from, x, coverage);
    }
    clearRow(deltas, row, width);
  }
}

/** Paints with the coverage of each pixel of `part`, and zeroes it; from column `left` up to `right`. */
export function paintCoverage(
  surface: Surface,
  painter: Painter,
  part: Band & { readonly left: number; readonly right: number },
  coverage: Uint8Array,
): void {
  const { left, right } = part;
  for (let y = part.top; y < part.bottom; y++) {
    const start = (y - part.top) * part.width;
    for (let x = left; x < right; x++) {
      const covered = coverage[start + x] ?? 0;
      if (covered > 0) paintSpan(surface, painter, y, x, x + 1, covered);
    }
    coverage.fill(0, start + left, start + right);
  }
}

/** From column `from` up to, not including, `to`. */
function paintSpan(
  { pixels, width, top, row }: Surface,
  painter: Painter,
  y: number,
  from: number,
  to: number,
  coverage: number,
): void {
  const at = (y - top) * width + from;
  const covers = painter.opaque && coverage === 255;
  if (painter.kind === 'even') {
    const color = painter.color(y);
    if (covers) fillSpan(pixels, at, at + to - from, color);
    else blendColor(pixels, at, at + to - from, color, coverage);
  } else if (covers) {
    painter.write(y, from, to, pixels, at);
  } else {
    painter.write(y, from, to, row, 0);
    blendColors(pixels, at, row, to - from, coverage);
  }
}

/** From this length on, the call of a typed array costs less than a loop. */
const LONG_SPAN = 48;

function fillSpan(pixels: Int32Array, from: number, to: number, color: Pixel): void {
  if (to - from >= LONG_SPAN) pixels.fill(color, from, to);
  else for (let at = from; at < to; at++) pixels[at] = color;
}

function blendColor(
  pixels: Int32Array,
  from: number,
  to: number,
  color: Pixel,
  coverage: number,
): void {
  let lastBelow = pixels[from] ?? 0;
  let last = blend(lastBelow, color, coverage);
  for (let at = from; at < to; at++) {
    const below = pixels[at] ?? 0;
    // Neighbours are often the same.
    if (below !== lastBelow) {
      last = blend(below, color, coverage);
      lastBelow = below;
    }
    pixels[at] = last;
  }
}

function blendColors(
  pixels: Int32Array,
  from: number,
  colors: Int32Array,
  length: number,
  coverage: number,
): void {
  let [lastBelow, lastColor, last] = [0, 0, 0];
  for (let x = 0; x < length; x++) {
    const below = pixels[from + x] ?? 0;
    const color = colors[x] ?? 0;
    // Neighbours are often the same.
    if (below !== lastBelow || color !== lastColor) {
      last = blend(below, color, coverage);
      lastBelow = below;
      lastColor = color;
    }
    pixels[from + x] = last;
  }
}
