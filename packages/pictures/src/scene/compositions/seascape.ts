import { lighten, mix } from '../colors/color.ts';
import type { Canvas, Composed } from './composition.ts';
import { downwards, fill, solid, stroke, type Mark } from '../marks/marks.ts';
import { closedCurve, curveThrough, polygon, rectangle, type Point } from '../marks/path.ts';
import { ridgeLine, ridgeOutline } from './ridge.ts';
import { birds, clouds, craters, sky, stars, sun } from './sky.ts';

/** A calm sea with islands and sails, and the sun's road on the water. */
export function seascape(canvas: Canvas): Composed {
  const { width, height, unit, palette, random } = canvas;
  const horizon = height * random.between(0.44, 0.54);
  const radius = unit * random.between(0.075, 0.12);
  const light: Point = [
    width * random.between(0.25, 0.75),
    horizon - radius * random.between(0.1, 2.4),
  ];
  return {
    backdrop: [
      sky(canvas, horizon),
      ...(palette.dark ? stars(canvas, horizon) : []),
      ...sun(canvas, light, radius),
      ...(palette.dark ? craters(canvas, light, radius) : []),
      ...clouds(canvas, 0.08 * height, horizon - 0.12 * height),
      ...islands(canvas, horizon),
    ],
    subject: [
      ...sea(canvas, horizon),
      ...road(canvas, light[0], horizon, radius),
      ...boats(canvas, horizon),
      ...birds(canvas, [width - light[0], horizon - 0.24 * Math.min(height, unit)]),
    ],
    standsAlone: false,
  };
}

function islands(
  { width, height, unit, palette, random }: Canvas,
  horizon: number,
): readonly Mark[] {
  return [0.35, 0.75].map((nearness, index) => {
    const draw = random.fork(`island ${index}`);
    const line = ridgeLine(
      width,
      {
        level: horizon + unit * draw.between(0.005, 0.03),
        height: unit * draw.between(0.05, 0.1) * (1.2 - 0.5 * nearness),
        length: unit * draw.between(0.9, 1.6),
        roughness: 0.35,
      },
      draw,
    );
    const color = mix(palette.far, palette.near, 0.35 * nearness);
    return fill(
      ridgeOutline(line, Math.min(height, horizon + 0.2 * unit), 0.35),
      mix(color, palette.sky[2], 0.3),
    );
  });
}

function sea({ width, height, unit, palette, random }: Canvas, horizon: number): readonly Mark[] {
  const draw = random.fork('waves');
  const far = mix(palette.sky[3], palette.sky[1], 0.55);
  const water = fill(
    rectangle(0, horizon, width, height - horizon + 1),
    downwards(horizon, height, [
      far,
      mix(palette.sky[1], palette.near, 0.35),
      lighten(palette.near, 0.03),
    ]),
  );
  const swells = Array.from({ length: 5 }, (_, index) => {
    const depth = (index + 1) / 5;
    const line = ridgeLine(
      width,
      {
        level: horizon + (height - horizon) * depth ** 1.6 * 0.8,
        height: unit * 0.012 * depth * draw.between(0.7, 1.6),
        length: unit * (0.2 + 0.5 * depth),
        roughness: 0,
      },
      draw,
    );
    return fill(ridgeOutline(line, height + 1, 0), solid(palette.near, 0.05 + 0.1 * depth));
  });
  return [water, ...swells];
}

/** Glints that widen and scatter towards the viewer. */
function road(
  { height, unit, palette, random }: Canvas,
  x: number,
  horizon: number,
  radius: number,
): readonly Mark[] {
  const draw = random.fork('road');
  const glints: Mark[] = [];
  const depthOf = (y: number) => (y - horizon) / (height - horizon);
  for (let y = horizon + 0.004 * unit; y < height;) {
    const depth = depthOf(y);
    const spread = radius * (0.5 + 1.1 * depth);
    const length = radius * draw.between(0.3, 1.1) * (1 - 0.45 * depth);
    const cx = x + spread * draw.between(-1, 1);
    const thickness = unit * (0.0016 + 0.006 * depth);
    glints.push(
      fill(
        closedCurve([
          [cx - length, y],
          [cx, y - thickness],
          [cx + length, y],
          [cx, y + thickness],
        ]),
        solid(palette.light, 0.85 - 0.55 * depth),
      ),
    );
    y += unit * (0.005 + 0.02 * depth) * draw.between(0.5, 1.1);
  }
  return glints;
}

function boats({ width, height, unit, palette, random }: Canvas, horizon: number): readonly Mark[] {
  const draw = random.fork('boats');
  const count = Math.min(5, draw.whole(1, 2) + Math.floor(width / unit / 2));
  return Array.from({ length: count }, (_, index) => {
    const depth = draw.between(0.1, 0.36);
    const x = ((index + draw.between(0.2, 0.8)) * width) / count;
    const y = horizon + (height - horizon) * depth;
    return boat([x, y], unit * (0.05 + 0.22 * depth), palette, draw.chance(0.5) ? 1 : -1);
  }).flat();
}

/** @param lean 1 sails to the right, -1 to the left */
function boat(
  [x, y]: Point,
  size: number,
  palette: Canvas['palette'],
  lean: 1 | -1,
): readonly Mark[] {
  const at = (dx: number, dy: number): Point => [x + lean * dx * size, y + dy * size];
  const hull = mix(palette.near, palette.accents[1], 0.2);
  return [
    fill(
      closedCurve([
        at(-0.55, 0.1),
        at(0, 0.02),
        at(0.6, 0.1),
        at(0.3, 0.62),
        at(0, 0.8),
        at(-0.3, 0.5),
      ]),
      solid(hull, 0.16),
    ),
    stroke(
      [
        ['M', ...at(0, 0)],
        ['L', ...at(0, -1.32)],
      ],
      hull,
      0.035 * size,
    ),
    fill(
      [
        ['M', ...at(0.05, -1.3)],
        ['C', ...at(0.3, -0.9), ...at(0.56, -0.5), ...at(0.62, -0.2)],
        ['L', ...at(0.05, -0.16)],
        ['Z'],
      ],
      palette.light,
    ),
    fill(
      [['M', ...at(-0.05, -1.1)], ['L', ...at(-0.05, -0.16)], ['L', ...at(-0.42, -0.2)], ['Z']],
      mix(palette.accents[0], palette.light, 0.15),
    ),
    fill(polygon([at(-0.52, -0.08), at(0.64, -0.08), at(0.42, 0.12), at(-0.36, 0.12)]), hull),
    stroke(
      curveThrough([at(-0.6, 0.14), at(0, 0.17), at(0.68, 0.14)]),
      palette.light,
      0.03 * size,
      0.5,
    ),
  ];
}
