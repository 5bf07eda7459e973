import type { Segments } from './flatten.ts';

/** Rows `top` up to, not including, `bottom` of a picture that is `width` pixels wide. */
export interface Band {
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** How much outlines change what is covered, from pixel to pixel. All zero between uses. */
export interface Deltas {
  /** Rows of `rowLength` numbers. */
  readonly values: Float32Array;
  /** For each row, the first column with a number, and the column after the last one. */
  readonly first: Int32Array;
  readonly end: Int32Array;
  /** For each row, the blocks of columns in which there is a number: 1, else 0. */
  readonly blocks: Uint8Array;
}

export function createDeltas(width: number, rows: number): Deltas {
  return {
    values: new Float32Array(rows * rowLength(width)),
    first: new Int32Array(rows).fill(NO_COLUMN),
    end: new Int32Array(rows),
    blocks: new Uint8Array(rows * blocksPerRow(width)),
  };
}

/** Returns the first column from `from` up to `right` in which the coverage changes, else `right`. */
export function nextChange(
  { values, blocks }: Deltas,
  row: number,
  from: number,
  right: number,
  width: number,
): number {
  const start = row * rowLength(width);
  const firstBlock = row * blocksPerRow(width);
  let x = from;
  while (x < right) {
    if ((x & (BLOCK - 1)) === 0 && blocks[firstBlock + (x >> BLOCK_BITS)] === 0) x += BLOCK;
    else if (values[start + x] === 0) x++;
    else return x;
  }
  return right;
}

export function clearRow({ values, first, end, blocks }: Deltas, row: number, width: number): void {
  if (end[row] === 0) return;
  const start = row * rowLength(width);
  values.fill(0, start + (first[row] ?? 0), start + (end[row] ?? 0));
  const firstBlock = row * blocksPerRow(width);
  blocks.fill(0, firstBlock, firstBlock + blocksPerRow(width));
  first[row] = NO_COLUMN;
  end[row] = 0;
}

/** Columns that are passed over at once where nothing changes. */
const BLOCK_BITS = 5;
const BLOCK = 1 << BLOCK_BITS;

const blocksPerRow = (width: number): number => Math.ceil(rowLength(width) / BLOCK);

/** Greater than every column. */
const NO_COLUMN = 0x3fffffff;

/** Returns the length of a row of deltas: a line may touch one pixel beyond the right edge. */
export const rowLength = (width: number): number => width + 2;

/**
 * Adds a closed outline to `deltas`: afterwards the sum from a row's beginning up to a pixel is the
 * exact share of that pixel inside the outline, signed by the outline's direction. The method is
 * that of the font-rs rasteriser.
 */
export function accumulate({ lines }: Segments, band: Band, deltas: Deltas): void {
  const { top, bottom } = band;
  for (let index = 0; index < lines.length; index += 4) {
    const fromY = (lines[index + 1] ?? 0) - top;
    const toY = (lines[index + 3] ?? 0) - top;
    if (fromY < toY && fromY < bottom - top && toY > 0) {
      addLine(lines[index] ?? 0, fromY, lines[index + 2] ?? 0, toY, 1, band, deltas);
    } else if (toY < fromY && toY < bottom - top && fromY > 0) {
      addLine(lines[index + 2] ?? 0, toY, lines[index] ?? 0, fromY, -1, band, deltas);
    }
  }
}

/** @param direction 1 for a line that runs downwards, else -1 */
function addLine(
  upperX: number,
  upperY: number,
  lowerX: number,
  lowerY: number,
  direction: 1 | -1,
  { width, top, bottom }: Band,
  deltas: Deltas,
): void {
  const slope = (lowerX - upperX) / (lowerY - upperY);
  const firstRow = Math.max(0, Math.floor(upperY));
  const lastRow = Math.min(bottom - top, Math.ceil(lowerY));
  for (let row = firstRow; row < lastRow; row++) {
    const y0 = Math.max(row, upperY);
    const y1 = Math.min(row + 1, lowerY);
    addWithinRow(
      deltas,
      row,
      width,
      within(upperX + (y0 - upperY) * slope, width),
      within(upperX + (y1 - upperY) * slope, width),
      (y1 - y0) * direction,
    );
  }
}

/** Clamps `x` to the band; only the pixels at the very edge could show the difference. */
function within(x: number, width: number): number {
  return x < 0 ? 0 : x > width ? width : x;
}

/** @param height share of the row that the line passes, signed */
function addWithinRow(
  { values, first: firsts, end: ends, blocks }: Deltas,
  row: number,
  width: number,
  fromX: number,
  toX: number,
  height: number,
): void {
  const x0 = Math.min(fromX, toX);
  const x1 = Math.max(fromX, toX);
  const first = Math.floor(x0);
  const end = Math.ceil(x1);
  if (first < (firsts[row] ?? 0)) firsts[row] = first;
  const last = Math.max(end, first + 1);
  const start = row * rowLength(width);
  for (let block = first >> BLOCK_BITS; block <= last >> BLOCK_BITS; block++) {
    blocks[row * blocksPerRow(width) + block] = 1;
  }
  if (last >= (ends[row] ?? 0)) ends[row] = last + 1;
  if (end <= first + 1) {
    const inner = height * (0.5 * (x0 + x1) - first);
    add(values, start + first, height - inner);
    add(values, start + first + 1, inner);
    return;
  }
  const perColumn = 1 / (x1 - x0);
  const before = x0 - first;
  const after = x1 - end + 1;
  const firstShare = 0.5 * perColumn * (1 - before) * (1 - before);
  const lastShare = 0.5 * perColumn * after * after;
  add(values, start + first, height * firstShare);
  if (end === first + 2) {
    add(values, start + first + 1, height * (1 - firstShare - lastShare));
  } else {
    const second = perColumn * (1.5 - before);
    add(values, start + first + 1, height * (second - firstShare));
    for (let column = first + 2; column < end - 1; column++) {
      add(values, start + column, height * perColumn);
    }
    const sum = second + (end - first - 3) * perColumn;
    add(values, start + end - 1, height * (1 - sum - lastShare));
  }
  add(values, start + end, height * lastShare);
}

function add(values: Float32Array, place: number, amount: number): void {
  values[place] = (values[place] ?? 0) + amount;
}
