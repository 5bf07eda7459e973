import { lighten, mix } from '../colors/color.ts';
import type { Canvas, Composed } from './composition.ts';
import { along, fill, solid, type Mark } from '../marks/marks.ts';
import { curveThrough, placed, rectangle, type Path, type Point } from '../marks/path.ts';

/** Sheets of paper with wavy edges, one on another, across the canvas. */
export function ribbons(canvas: Canvas): Composed {
  const { width, height, unit, palette, random } = canvas;
  const draw = random.fork('ribbons');
  const angle = draw.between(-38, 38);
  const reach = 0.5 * (width + height) + 0.2 * unit;
  const across =
    0.5 *
    (Math.abs(width * Math.sin((angle * Math.PI) / 180)) +
      Math.abs(height * Math.cos((angle * Math.PI) / 180)));
  const count = Math.max(6, Math.round((draw.between(6, 9) * across) / (0.6 * unit)));
  const colors = [palette.sky[1], ...palette.accents, palette.sky[3], palette.far];
  const start = draw.whole(0, colors.length - 1);
  const center: Point = [width / 2, height / 2];
  const spacing = (1.9 * across) / count;
  const sheets = Array.from({ length: count }, (_, index): readonly Mark[] => {
    const level = -0.96 * across + spacing * (index + draw.between(0.2, 0.8));
    const edge = wave(reach, unit, level, draw.between(0.03, 0.085) * unit, draw.between);
    const color = colors[(start + index * 3) % colors.length] ?? palette.paper;
    const shadow = (rise: number) =>
      fill(placed(strip(edge, -rise * unit, 0.01 * unit), angle, center), solid([8, 8, 24], 0.075));
    // As deep as it can show: the next sheet lies on the rest.
    const depth = index === count - 1 ? across : 1.6 * spacing + 0.26 * unit;
    return [
      ...[0.022, 0.014, 0.007].map(shadow),
      fill(
        placed(strip(edge, 0, depth), angle, center),
        along(
          [0, 0.2 * height],
          [width, 0.8 * height],
          [lighten(color, 0.045), color, mix(color, palette.ink, 0.12)],
        ),
      ),
    ];
  });
  return {
    backdrop: [
      fill(
        rectangle(0, 0, width, height),
        along([0, 0], [width, height], [palette.paper, palette.sky[3]]),
      ),
      ...sheets.flat(),
    ],
    subject: [],
    standsAlone: false,
  };
}

function wave(
  reach: number,
  unit: number,
  level: number,
  swing: number,
  between: (low: number, high: number) => number,
): readonly Point[] {
  const [phase, second] = [between(0, 2 * Math.PI), between(0, 2 * Math.PI)];
  const length = unit * between(0.65, 1.3);
  const count = Math.ceil((2 * reach) / (length / 8)) + 1;
  return Array.from({ length: count }, (_, index) => {
    const x = -reach + (index * length) / 8;
    const turn = (2 * Math.PI * x) / length;
    return [x, level + swing * (Math.sin(turn + phase) + 0.45 * Math.sin(2.3 * turn + second))];
  });
}

/** Returns the area between two copies of a curve, moved down by `from` and by `to`. */
function strip(curve: readonly Point[], from: number, to: number): Path {
  const moved = (dy: number) => curve.map(([x, y]): Point => [x, y + dy]);
  return [...curveThrough(moved(from)), ...curveThrough(moved(to).toReversed(), 'L'), ['Z']];
}
