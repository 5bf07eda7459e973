import type { Segments } from './flatten.ts';

/** Rows `top` up to, not including, `bottom` of a picture that is `width` pixels wide. */
export interface Band {
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the numbers that `accumulate` needs per row: a line may touch one pixel beyond the right edge. */
export const rowLength = ({ width }: Band): number => width + 2;

/**
 * Adds a closed outline to `deltas`, rows of `rowLength` numbers, all zero before: afterwards the
 * sum from a row's beginning up to a pixel is the exact share of that pixel inside the outline,
 * signed by the outline's direction. The method is that of the font-rs rasteriser.
 */
export function accumulate(segments: Segments, band: Band, deltas: Float32Array): void {
  const { lines } = segments;
  for (let index = 0; index < lines.length; index += 4) {
    addLine(
      lines[index] ?? 0,
      (lines[index + 1] ?? 0) - band.top,
      lines[index + 2] ?? 0,
      (lines[index + 3] ?? 0) - band.top,
      band,
      deltas,
    );
  }
}

function addLine(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  band: Band,
  deltas: Float32Array,
): void {
  if (fromY === toY) return;
  const direction = fromY < toY ? 1 : -1;
  const [upperX, upperY] = direction === 1 ? [fromX, fromY] : [toX, toY];
  const [lowerX, lowerY] = direction === 1 ? [toX, toY] : [fromX, fromY];
  const slope = (lowerX - upperX) / (lowerY - upperY);
  const firstRow = Math.max(0, Math.floor(upperY));
  const lastRow = Math.min(band.bottom - band.top, Math.ceil(lowerY));
  for (let row = firstRow; row < lastRow; row++) {
    const y0 = Math.max(row, upperY);
    const y1 = Math.min(row + 1, lowerY);
    addWithinRow(
      row * rowLength(band),
      within(upperX + (y0 - upperY) * slope, band.width),
      within(upperX + (y1 - upperY) * slope, band.width),
      (y1 - y0) * direction,
      deltas,
    );
  }
}

/** Clamps `x` to the band; only the pixels at the very edge could show the difference. */
function within(x: number, width: number): number {
  return x < 0 ? 0 : x > width ? width : x;
}

/** @param height share of the row that the line passes, signed */
function addWithinRow(
  start: number,
  fromX: number,
  toX: number,
  height: number,
  deltas: Float32Array,
): void {
  const x0 = Math.min(fromX, toX);
  const x1 = Math.max(fromX, toX);
  const first = Math.floor(x0);
  const end = Math.ceil(x1);
  if (end <= first + 1) {
    const inner = height * (0.5 * (x0 + x1) - first);
    add(deltas, start + first, height - inner);
    add(deltas, start + first + 1, inner);
    return;
  }
  const perColumn = 1 / (x1 - x0);
  const before = x0 - first;
  const after = x1 - end + 1;
  const firstShare = 0.5 * perColumn * (1 - before) * (1 - before);
  const lastShare = 0.5 * perColumn * after * after;
  add(deltas, start + first, height * firstShare);
  if (end === first + 2) {
    add(deltas, start + first + 1, height * (1 - firstShare - lastShare));
  } else {
    const second = perColumn * (1.5 - before);
    add(deltas, start + first + 1, height * (second - firstShare));
    for (let column = first + 2; column < end - 1; column++) {
      add(deltas, start + column, height * perColumn);
    }
    const sum = second + (end - first - 3) * perColumn;
    add(deltas, start + end - 1, height * (1 - sum - lastShare));
  }
  add(deltas, start + end, height * lastShare);
}

function add(deltas: Float32Array, place: number, amount: number): void {
  deltas[place] = (deltas[place] ?? 0) + amount;
}
