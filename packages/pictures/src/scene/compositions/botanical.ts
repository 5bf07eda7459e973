import type { RandomSource } from '@model-gateway/core/kit';
import { lighten, mix, type Color } from '../colors/color.ts';
import type { Canvas, Composed } from './composition.ts';
import { downwards, fill, glow, solid, stroke, type Mark } from '../marks/marks.ts';
import {
  circle,
  closedCurve,
  curveThrough,
  ellipse,
  placed,
  rectangle,
  type Path,
  type Point,
} from '../marks/path.ts';

/** Flowers and sprigs against a disc of light, like a pressed bouquet. */
export function botanical(canvas: Canvas): Composed {
  const { width, height, unit, palette, random } = canvas;
  const disc: Point = [width * random.between(0.4, 0.6), height * 0.4];
  return {
    backdrop: [
      fill(
        rectangle(0, 0, width, height),
        downwards(0, height, [palette.paper, mix(palette.paper, palette.sky[2], 0.3)]),
      ),
      glow(disc, 0.62 * unit, palette.sky[3], 0.6),
      fill(
        circle(disc[0], disc[1], 0.31 * unit),
        solid(mix(palette.sky[2], palette.paper, 0.35), 0.8),
      ),
    ],
    subject: bouquets(canvas),
    standsAlone: true,
  };
}

/** One for each square of a wide canvas. */
function bouquets(canvas: Canvas): readonly Mark[] {
  const { width, height, unit, random } = canvas;
  const count = Math.max(1, Math.round(width / unit));
  return Array.from({ length: count }, (_, index) => {
    const draw = random.fork(`bouquet ${index}`);
    const foot: Point = [((index + 0.5) * width) / count, height * 0.8 + 0.06 * unit];
    const stems = draw.whole(5, 7);
    return Array.from({ length: stems }, (__, stem) => {
      const side = (2 * stem) / (stems - 1) - 1;
      const lean = 0.36 * side + draw.between(-0.04, 0.04);
      const reach =
        Math.min(height * 0.68, unit * 1.5) * (0.92 - 0.3 * side * side) * draw.between(0.84, 1);
      const tip: Point = [foot[0] + lean * unit, foot[1] - reach];
      return plant(canvas.palette, foot, tip, unit, stem % 2 === 0, draw.fork(`stem ${stem}`));
    }).flat();
  }).flat();
}

function plant(
  palette: Canvas['palette'],
  foot: Point,
  tip: Point,
  unit: number,
  blooms: boolean,
  draw: RandomSource,
): readonly Mark[] {
  const green = mix(
    draw.pick(
      palette.dark
        ? [palette.far, palette.accents[2]]
        : [palette.near, palette.accents[2], palette.far],
    ),
    palette.ink,
    0.25,
  );
  const bend: Point = [foot[0] + 0.18 * (tip[0] - foot[0]), foot[1] + 0.55 * (tip[1] - foot[1])];
  const at = (share: number): Point => {
    const rest = 1 - share;
    return [0, 1].map(
      (axis) =>
        rest * rest * (foot[axis] ?? 0) +
        2 * rest * share * (bend[axis] ?? 0) +
        share * share * (tip[axis] ?? 0),
    ) as [number, number];
  };
  const line = curveThrough([0, 0.25, 0.5, 0.75, 1].map(at));
  const size = unit * draw.between(0.075, 0.105);
  const marks: Mark[] = [stroke(line, green, 0.0075 * unit)];
  const pairs = draw.whole(3, 5);
  for (let pair = 0; pair < pairs; pair++) {
    const share = 0.3 + ((blooms ? 0.5 : 0.66) * pair) / pairs;
    const [from, to] = [at(share), at(share + 0.04)];
    const heading = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
    const length = size * (1.25 - 0.5 * share);
    for (const side of [-1, 1]) {
      marks.push(
        ...leaf(from, heading + side * draw.between(38, 56), length, lighten(green, 0.05 * side)),
      );
    }
  }
  if (!blooms) return [...marks, ...leaf(tip, direction(bend, tip), size, green)];
  const color = draw.pick([palette.accents[0], palette.accents[1], palette.accents[3]]);
  return [...marks, ...draw.pick(FLOWERS)(tip, 0.95 * size, color, palette, draw)];
}

function direction(from: Point, to: Point): number {
  return (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
}

function leaf(foot: Point, heading: number, length: number, color: Color): readonly Mark[] {
  const outline: Path = [
    ['M', 0, 0],
    ['C', 0.3 * length, -0.32 * length, 0.75 * length, -0.24 * length, length, 0],
    ['C', 0.75 * length, 0.24 * length, 0.3 * length, 0.32 * length, 0, 0],
    ['Z'],
  ];
  const vein: Path = [
    ['M', 0.08 * length, 0],
    ['L', 0.82 * length, 0],
  ];
  return [
    fill(placed(outline, heading, foot), color),
    stroke(placed(vein, heading, foot), lighten(color, 0.14), 0.028 * length, 0.8),
  ];
}

type Flower = (
  center: Point,
  size: number,
  color: Color,
  palette: Canvas['palette'],
  draw: RandomSource,
) => readonly Mark[];

const daisy: Flower = (center, size, color, palette, draw) => {
  const count = draw.whole(9, 13);
  const turn = draw.between(0, 40);
  const ring = (radius: number, tone: Color, offset: number) =>
    fill(
      Array.from({ length: count }, (_, petal) =>
        placed(
          ellipse(0.58 * radius, 0, 0.44 * radius, (1.35 * radius) / count),
          turn + offset + (360 * petal) / count,
          center,
        ),
      ).flat(),
      tone,
    );
  return [
    ring(size, lighten(color, -0.05), 180 / count),
    ring(0.9 * size, lighten(color, 0.03), 0),
    fill(circle(center[0], center[1], 0.25 * size), mix(palette.accents[3], palette.light, 0.2)),
    fill(circle(center[0], center[1], 0.14 * size), mix(palette.accents[0], palette.ink, 0.35)),
  ];
};

const poppy: Flower = (center, size, color, palette, draw) => {
  const turn = draw.between(0, 90);
  const petals = [0, 90, 180, 270].map((angle, index) =>
    fill(
      placed(
        closedCurve([
          [0, 0],
          [0.3 * size, -0.5 * size],
          [0.85 * size, -0.42 * size],
          [0.96 * size, 0.06 * size],
          [0.82 * size, 0.46 * size],
          [0.3 * size, 0.48 * size],
        ]),
        turn + angle,
        center,
      ),
      lighten(color, index % 2 === 0 ? -0.03 : 0.035),
    ),
  );
  return [
    ...petals,
    fill(circle(center[0], center[1], 0.27 * size), mix(palette.ink, color, 0.15)),
    fill(circle(center[0], center[1], 0.12 * size), mix(palette.accents[3], palette.light, 0.3)),
  ];
};

const tulip: Flower = (center, size, color) => {
  const cup = (dx: number, width: number): Path =>
    placed(
      closedCurve([
        [dx, 0.45 * size],
        [dx - width, 0.05 * size],
        [dx - 0.7 * width, -0.5 * size],
        [dx, -1.05 * size],
        [dx + 0.7 * width, -0.5 * size],
        [dx + width, 0.05 * size],
      ]),
      0,
      center,
    );
  return [
    fill(cup(-0.3 * size, 0.34 * size), lighten(color, -0.07)),
    fill(cup(0.3 * size, 0.34 * size), lighten(color, -0.03)),
    fill(cup(0, 0.4 * size), lighten(color, 0.045)),
  ];
};

const berries: Flower = (center, size, color, palette, draw) =>
  Array.from({ length: draw.whole(5, 8) }, (_, index) => {
    const angle = index * 137.5;
    const out = 0.24 * size * Math.sqrt(index + 0.4);
    const x = center[0] + out * Math.cos((angle * Math.PI) / 180);
    const y = center[1] + out * Math.sin((angle * Math.PI) / 180) - 0.2 * size;
    return [
      fill(circle(x, y, 0.2 * size), lighten(color, index % 2 === 0 ? 0 : -0.06)),
      fill(circle(x - 0.06 * size, y - 0.07 * size, 0.055 * size), solid(palette.light, 0.7)),
    ];
  }).flat();

const FLOWERS: readonly [Flower, ...Flower[]] = [daisy, poppy, tulip, daisy, berries];
