import type { RandomSource } from '@model-gateway/core/kit';
import { lighten, mix, type Color } from '../colors/color.ts';
import type { Canvas, Composed } from './composition.ts';
import { clip, fill, stroke, type Mark, type Paint } from '../marks/marks.ts';
import { closedCurve, roundedRectangle, type Path, type Point } from '../marks/path.ts';
import { ridgeLine, ridgeOutline } from './ridge.ts';
import { birds, clouds, sky, stars, sun } from './sky.ts';

/** Hot-air balloons, one of them near, above a distant land. */
export function balloons(canvas: Canvas): Composed {
  const { width, height, unit, palette, random } = canvas;
  const light: Point = [width * random.between(0.1, 0.9), height * random.between(0.12, 0.3)];
  return {
    backdrop: [
      sky(canvas, 0.82 * height),
      ...(palette.dark ? stars(canvas, 0.7 * height) : []),
      ...sun(canvas, light, 0.055 * unit),
      ...clouds(canvas, 0.2 * height, 0.64 * height),
      ...land(canvas),
      ...birds(canvas, [width - light[0], 0.24 * height]),
    ],
    subject: flock(canvas),
    standsAlone: true,
  };
}

function land({ width, height, unit, palette, random }: Canvas): readonly Mark[] {
  return [0.68, 0.77, 0.88].map((level, index) => {
    const draw = random.fork(`land ${index}`);
    const shape = {
      level: level * height,
      height: 0.05 * unit,
      length: 0.8 * unit,
      roughness: 0.05,
    };
    const line = ridgeLine(width, shape, draw);
    return fill(
      ridgeOutline(line, height + 1, 0),
      mix(palette.far, palette.near, 0.15 + 0.35 * index),
    );
  });
}

/** The near balloon in the middle, smaller ones around it. */
function flock(canvas: Canvas): readonly Mark[] {
  const { width, height, unit, random } = canvas;
  const draw = random.fork('balloons');
  const near: Point = [width * draw.between(0.42, 0.58), height * 0.36];
  const far = Math.min(9, draw.whole(2, 3) + 2 * Math.floor(width / unit - 1));
  const others = Array.from({ length: far }, (_, index) => {
    const free = ((index + 0.5) / far) * (width - 0.54 * unit);
    const x = free < near[0] - 0.27 * unit ? free : free + 0.54 * unit;
    const y = height * draw.between(0.14, 0.56);
    return balloon(canvas, [x, y], unit * draw.between(0.045, 0.085), draw.fork(`far ${index}`));
  });
  return [...others.flat(), ...balloon(canvas, near, 0.215 * unit, draw.fork('near'))];
}

/** @param radius of the envelope */
function balloon(
  { palette }: Canvas,
  [x, y]: Point,
  radius: number,
  draw: RandomSource,
): readonly Mark[] {
  const at: Place = (dx, dy) => [x + dx * radius, y + dy * radius];
  const envelope = closedCurve(ENVELOPE.map(([dx, dy]) => at(dx, dy)));
  const first = draw.pick(palette.accents);
  const second = draw.pick([palette.light, mix(palette.light, palette.accents[3], 0.6)]);
  const third = draw.pick(palette.accents);
  const gores = [0.86, 0.6, 0.24].map((half, index) =>
    fill(gore(at, half), index % 2 === 0 ? second : first),
  );
  const band = draw.chance(0.6) ? [fill(bandAround(at, draw), lighten(third, 0.02))] : [];
  return [
    ...gondola(at, radius, palette),
    clip(envelope, [fill(envelope, first), ...gores, ...band, fill(envelope, shading(at, radius))]),
  ];
}

/** From radii, counted from the balloon's centre, to the canvas. */
type Place = (dx: number, dy: number) => Point;

const ENVELOPE: readonly Point[] = [
  [0, -1],
  [0.72, -0.72],
  [1, -0.02],
  [0.72, 0.66],
  [0.24, 1.28],
  [-0.24, 1.28],
  [-0.72, 0.66],
  [-1, -0.02],
  [-0.72, -0.72],
];

function gondola(at: Place, radius: number, palette: Canvas['palette']): readonly Mark[] {
  const dark = mix(palette.ink, [20, 16, 30], 0.5);
  const rope = (dx: number) =>
    stroke(
      [
        ['M', ...at(dx, 1.24)],
        ['L', ...at(0.6 * dx, 1.66)],
      ],
      dark,
      0.018 * radius,
      0.9,
    );
  const box = ([left, top]: Point, width: number, height: number, round: number) =>
    roundedRectangle(left, top, width * radius, height * radius, round * radius);
  return [
    rope(-0.2),
    rope(0.2),
    fill(box(at(-0.17, 1.62), 0.34, 0.27, 0.06), mix(dark, palette.accents[0], 0.45)),
    fill(box(at(-0.19, 1.6), 0.38, 0.07, 0.03), dark),
  ];
}

/** The part of the envelope between two seams, as wide as `half` to each side at its widest. */
function gore(at: Place, half: number): Path {
  return [
    ['M', ...at(0, -1.02)],
    ['C', ...at(0.9 * half, -0.95), ...at(1.25 * half, 0.5), ...at(0.26 * half, 1.36)],
    ['L', ...at(-0.26 * half, 1.36)],
    ['C', ...at(-1.25 * half, 0.5), ...at(-0.9 * half, -0.95), ...at(0, -1.02)],
    ['Z'],
  ];
}

function bandAround(at: Place, draw: RandomSource): Path {
  const [low, high] = [draw.between(0.12, 0.2), draw.between(-0.22, -0.12)];
  return closedCurve([
    at(-1.1, high),
    at(0, high + 0.16),
    at(1.1, high),
    at(1.1, low),
    at(0, low + 0.2),
    at(-1.1, low),
  ]);
}

function shading(at: Place, radius: number): Paint {
  const stop = (offset: number, color: Color, opacity: number) => ({ offset, color, opacity });
  return {
    kind: 'radial',
    center: at(-0.36, -0.42),
    radius: 2 * radius,
    stops: [
      stop(0, LIGHT, 0.3),
      stop(0.32, LIGHT, 0),
      stop(0.4, SHADE, 0.02),
      stop(0.72, SHADE, 0.26),
      stop(1, SHADE, 0.5),
    ],
  };
}

const LIGHT: Color = [255, 255, 255];
const SHADE: Color = [16, 10, 40];
