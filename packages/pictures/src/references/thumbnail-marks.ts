import type { Color } from '../scene/colors/color.ts';
import { fill, type Mark } from '../scene/marks/marks.ts';
import { rectangle, roundedRectangle } from '../scene/marks/path.ts';
import type { Size } from '../size-of.ts';
import { GRID, type Thumbnail } from './thumbnail.ts';

const FRAME: Color = [255, 255, 255];

/** Returns the reference images as framed thumbnails, side by side along the top of a picture. */
export function thumbnailMarks(thumbnails: readonly Thumbnail[], size: Size): readonly Mark[] {
  const unit = Math.min(size.width, size.height);
  const gap = unit * 0.02;
  const room = (size.width - gap) / Math.max(1, thumbnails.length) - gap;
  const side = Math.min(unit * LARGEST, room);
  return thumbnails.flatMap((thumbnail, position) =>
    framed(thumbnail, gap + position * (side + gap), gap, side),
  );
}

/** Share of the picture's shorter side. */
const LARGEST = 0.22;

function framed(thumbnail: Thumbnail, left: number, top: number, side: number): readonly Mark[] {
  const border = side * 0.05;
  const cell = (side - 2 * border) / GRID;
  const cells = runsOf(thumbnail).map(({ row, from, to, color }) => {
    // Half a cell more below and to the right, which the next ones cover: no seams between them.
    const width = (Math.min(to + 0.5, GRID) - from) * cell;
    const height = (Math.min(row + 1.5, GRID) - row) * cell;
    const [x, y] = [left + border + from * cell, top + border + row * cell];
    return fill(rectangle(x, y, width, height), color);
  });
  return [fill(roundedRectangle(left, top, side, side, border), FRAME), ...cells];
}

interface Run {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly color: Color;
}

/** Neighbours of one colour in a row are one rectangle. */
function runsOf(thumbnail: Thumbnail): readonly Run[] {
  const runs: Run[] = [];
  for (let place = 0; place < GRID * GRID; place++) {
    const [red = 0, green = 0, blue = 0] = thumbnail.subarray(place * 3, place * 3 + 3);
    const [row, from] = [Math.floor(place / GRID), place % GRID];
    const before = runs.at(-1);
    const isSame = before?.row === row && before.color.join() === [red, green, blue].join();
    if (isSame) runs.splice(-1, 1, { ...before, to: from + 1 });
    else runs.push({ row, from, to: from + 1, color: [red, green, blue] });
  }
  return runs;
}
