import type { RandomSource } from '@model-gateway/core/kit';
import type { Color } from '../colors/color.ts';
import type { Canvas, Composed } from './composition.ts';
import { fill, type Mark } from '../marks/marks.ts';
import { arc, circle, polygon, rectangle, type Path, type Point } from '../marks/path.ts';

/** A wall of geometric tiles. */
export function tiles({ width, height, unit, palette, random }: Canvas): Composed {
  const draw = random.fork('tiles');
  const aim = unit / draw.whole(3, 5);
  const columns = Math.max(1, Math.round(width / aim));
  const rows = Math.max(1, Math.round(height / aim));
  const colors: readonly [Color, ...Color[]] = [...palette.accents, palette.paper, palette.ink];
  const marks: Mark[] = [];
  let before: Color | undefined;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      // Whole pixels, so that no seam shows between tiles.
      const [x, right] = [column, column + 1].map((at) => Math.round((at * width) / columns));
      const [y, bottom] = [row, row + 1].map((at) => Math.round((at * height) / rows));
      if (x === undefined || y === undefined || right === undefined || bottom === undefined)
        continue;
      const background = otherThan([before], colors, draw);
      const first = otherThan([background], colors, draw);
      const second = otherThan([background, first], colors, draw);
      const tile = toTile([x, y], [right, bottom], draw.whole(0, 3));
      marks.push(fill(rectangle(x, y, right - x, bottom - y), background));
      marks.push(...draw.pick(MOTIFS)(tile, first, second));
      before = background;
    }
  }
  return { backdrop: marks, subject: [], standsAlone: false };
}

function otherThan(
  taken: readonly (Color | undefined)[],
  colors: readonly [Color, ...Color[]],
  draw: RandomSource,
): Color {
  const [first, ...others] = colors.filter((color) => !taken.includes(color));
  return first === undefined ? colors[0] : draw.pick([first, ...others]);
}

/** Places a shape drawn on the square from 0 to 1 on a tile, turned by quarters. */
type Tile = (path: Path) => Path;

function toTile([left, top]: Point, [right, bottom]: Point, quarters: number): Tile {
  const turned = (x: number, y: number): Point => {
    const [u, v] = quarters % 2 === 0 ? [x, y] : [1 - y, x];
    const [s, t] = quarters < 2 ? [u, v] : [1 - u, 1 - v];
    return [left + s * (right - left), top + t * (bottom - top)];
  };
  return (path) =>
    path.map((step) => {
      if (step[0] === 'Z') return step;
      if (step[0] !== 'C') return [step[0], ...turned(step[1], step[2])] as const;
      const [, x1, y1, x2, y2, x, y] = step;
      return ['C', ...turned(x1, y1), ...turned(x2, y2), ...turned(x, y)] as const;
    });
}

/** A slice of a circle around (cx, cy). */
function slice(cx: number, cy: number, radius: number, from: number, to: number): Path {
  const start = (from * Math.PI) / 180;
  return [
    ['M', cx, cy],
    ['L', cx + radius * Math.cos(start), cy + radius * Math.sin(start)],
    ...arc(cx, cy, radius, radius, from, to),
    ['Z'],
  ];
}

type Motif = (tile: Tile, first: Color, second: Color) => readonly Mark[];

const MOTIFS: readonly [Motif, ...Motif[]] = [
  (tile, first) => [fill(tile(slice(0, 0, 1, 0, 90)), first)],
  (tile, first, second) => [
    fill(tile(slice(0, 0, 1, 0, 90)), first),
    fill(tile(slice(0, 0, 0.62, 0, 90)), second),
    fill(tile(slice(0, 0, 0.28, 0, 90)), first),
  ],
  (tile, first, second) => [
    fill(tile(slice(0.5, 0, 0.5, 0, 180)), first),
    fill(tile(slice(0.5, 0.5, 0.5, 0, 180)), second),
  ],
  (tile, first) => [
    fill(
      tile([['M', 0, 0], ...arc(0, 1, 1, 1, -90, 0), ...arc(1, 0, 1, 1, 90, 180), ['Z']]),
      first,
    ),
  ],
  (tile, first, second) => [
    fill(tile(circle(0.5, 0.5, 0.4)), first),
    fill(tile(circle(0.5, 0.5, 0.17)), second),
  ],
  (tile, first) => [
    fill(
      tile(
        polygon([
          [0, 0],
          [1, 0],
          [0, 1],
        ]),
      ),
      first,
    ),
  ],
  (tile, first, second) => [
    fill(
      tile(
        polygon([
          [0, 0],
          [0.5, 0.5],
          [0, 1],
        ]),
      ),
      first,
    ),
    fill(
      tile(
        polygon([
          [1, 0],
          [0.5, 0.5],
          [1, 1],
        ]),
      ),
      second,
    ),
  ],
  (tile, first) =>
    [0.125, 0.375, 0.625, 0.875].map((at) => fill(tile(rectangle(at - 0.055, 0, 0.11, 1)), first)),
  (tile, first) => [
    fill(
      tile([0.25, 0.5, 0.75].flatMap((x) => [0.25, 0.5, 0.75].flatMap((y) => circle(x, y, 0.075)))),
      first,
    ),
  ],
  (tile, first, second) => [
    fill(tile(slice(0, 0.5, 0.5, -90, 90)), first),
    fill(tile(slice(1, 0.5, 0.5, 90, 270)), second),
  ],
];
