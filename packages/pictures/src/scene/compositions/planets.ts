import { lighten, lightnessOf, mix, type Color } from '../colors/color.ts';
import type { Canvas, Composed } from './composition.ts';
import { clip, downwards, fill, glow, solid, type Mark, type Paint } from '../marks/marks.ts';
import {
  arc,
  circle,
  closedCurve,
  placed,
  pointAt,
  rectangle,
  type Path,
  type Point,
} from '../marks/path.ts';
import { stars } from './sky.ts';

/** A planet with bands, mostly with a ring, and its moons, in deep space. */
export function planets(canvas: Canvas): Composed {
  const { width, height, unit, random } = canvas;
  const radius = unit * random.between(0.19, 0.24);
  const center: Point = [
    width * 0.5 + (width - unit) * random.between(-0.25, 0.25) + unit * random.between(-0.08, 0.08),
    height * 0.4 + (height - unit) * random.between(-0.12, 0.05),
  ];
  const [front, back] = ring(canvas, center, radius);
  return {
    backdrop: space(canvas),
    subject: [
      ...back,
      ...planet(canvas, center, radius),
      ...front,
      ...moons(canvas, center, radius),
    ],
    standsAlone: true,
  };
}

function space(canvas: Canvas): readonly Mark[] {
  const { width, height, unit, palette, random } = canvas;
  const draw = random.fork('space');
  const deep = darkest(palette.sky[0]);
  const nebulae = [palette.sky[1], palette.accents[1], palette.accents[2]].map((color) =>
    glow(
      [width * draw.between(0, 1), height * draw.between(0, 0.9)],
      unit * draw.between(0.45, 0.9),
      atLightness(color, 0.46),
      draw.between(0.3, 0.55),
    ),
  );
  return [
    fill(
      rectangle(0, 0, width, height),
      downwards(0, height, [lighten(deep, -0.03), mix(deep, palette.sky[1], 0.16)]),
    ),
    ...nebulae,
    ...stars(canvas, height),
  ];
}

/** The same hue, as dark as space. */
function darkest(color: Color): Color {
  return atLightness(color, 0.17);
}

function atLightness(color: Color, lightness: number): Color {
  return lighten(color, lightness - lightnessOf(color));
}

function planet({ palette, random }: Canvas, [x, y]: Point, radius: number): readonly Mark[] {
  const draw = random.fork('planet');
  const [first, second, , fourth, fifth] = palette.accents;
  const colors = [first, second, fourth, fifth];
  const tilt = draw.between(-24, 24);
  const count = draw.whole(5, 8);
  const bands = Array.from({ length: count }, (_, index) => {
    const level = radius * ((2 * (index + draw.between(0.2, 0.8))) / count - 1);
    const thickness = radius * draw.between(0.05, 0.17);
    const color = colors[index % colors.length] ?? palette.light;
    const edge = (side: number): Point[] =>
      [-1.3, -0.7, -0.2, 0.3, 0.8, 1.3].map((share) => [
        share * radius,
        level + side * thickness + radius * draw.between(-0.035, 0.035),
      ]);
    const outline = closedCurve([...edge(-1), ...edge(1).toReversed()]);
    return fill(placed(outline, tilt, [x, y]), solid(color, draw.between(0.5, 0.9)));
  });
  const base = mix(palette.accents[0], palette.light, 0.3);
  return [
    clip(circle(x, y, radius), [
      fill(circle(x, y, radius + 1), base),
      ...bands,
      fill(circle(x, y, radius + 1), shade([x, y], radius, darkest(palette.sky[0]))),
    ]),
  ];
}

/** Light from the upper left: a highlight there, night on the other side. */
function shade([x, y]: Point, radius: number, night: Color): Paint {
  const stop = (offset: number, color: Color, opacity: number) => ({ offset, color, opacity });
  return {
    kind: 'radial',
    center: [x - 0.42 * radius, y - 0.46 * radius],
    radius: 1.66 * radius,
    stops: [
      stop(0, LIGHT, 0.26),
      stop(0.3, LIGHT, 0.04),
      stop(0.42, night, 0.02),
      stop(0.72, night, 0.42),
      stop(1, night, 0.86),
    ],
  };
}

const LIGHT: Color = [255, 255, 255];

/** The half of the ring before the planet and the half behind it. */
function ring(
  { palette, random }: Canvas,
  center: Point,
  radius: number,
): readonly [front: readonly Mark[], back: readonly Mark[]] {
  const draw = random.fork('ring');
  if (!draw.chance(0.8)) return [[], []];
  const tilt = draw.between(-26, -10) * (draw.chance(0.5) ? 1 : -1);
  const flatness = draw.between(0.2, 0.34);
  const bands = [
    { inner: 1.36, outer: 1.56, color: palette.accents[3], opacity: 0.9 },
    { inner: 1.6, outer: 1.84, color: mix(palette.accents[0], palette.light, 0.45), opacity: 0.8 },
    { inner: 1.88, outer: 1.95, color: palette.accents[2], opacity: 0.6 },
  ];
  const half = (from: number, shadow: number) =>
    bands.map(({ inner, outer, color, opacity }) => {
      const path = halfRing(inner * radius, outer * radius, flatness, from);
      const left: Point = [center[0] - 2 * radius, center[1]];
      const right: Point = [center[0] + 2 * radius, center[1]];
      const tones = [lighten(color, 0.04), lighten(color, -shadow), lighten(color, -0.1)];
      const stops = tones.map((tone, index) => ({ offset: index / 2, color: tone, opacity }));
      return fill(placed(path, tilt, center), { kind: 'linear', from: left, to: right, stops });
    });
  // Both halves have the same tone at their ends, so that no seam shows where they meet.
  return [half(0, 0), half(180, 0.2)];
}

function halfRing(inner: number, outer: number, flatness: number, from: number): Path {
  const start = pointAt(0, 0, outer, outer * flatness, from);
  const turn = pointAt(0, 0, inner, inner * flatness, from + 180);
  return [
    ['M', ...start],
    ...arc(0, 0, outer, outer * flatness, from, from + 180),
    ['L', ...turn],
    ...arc(0, 0, inner, inner * flatness, from + 180, from),
    ['Z'],
  ];
}

function moons({ palette, random }: Canvas, center: Point, radius: number): readonly Mark[] {
  const draw = random.fork('moons');
  return Array.from({ length: draw.whole(1, 3) }, (_, index) => {
    const angle = draw.between(-160, -20) + (index % 2) * 190;
    const [x, y] = pointAt(center[0], center[1], 1.9 * radius, 1.5 * radius, angle);
    const size = radius * draw.between(0.06, 0.16);
    const color = mix(draw.pick(palette.accents), palette.light, 0.4);
    return [
      fill(circle(x, y, size), color),
      fill(circle(x, y, size), shade([x, y], size, darkest(palette.sky[0]))),
    ];
  }).flat();
}
