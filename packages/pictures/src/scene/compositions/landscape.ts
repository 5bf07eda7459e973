import type { RandomSource } from '@model-gateway/core/kit';
import { lighten, mix, type Color } from '../colors/color.ts';
import type { Canvas, Composed } from './composition.ts';
import { downwards, fill, type Mark } from '../marks/marks.ts';
import { polygon, type Path, type Point } from '../marks/path.ts';
import { heightAt, ridgeLine, ridgeOutline } from './ridge.ts';
import { birds, clouds, craters, sky, stars, sun } from './sky.ts';

/** Ridges one behind another, paler with distance, under a low sun. */
export function landscape(canvas: Canvas): Composed {
  const { width, height, unit, palette, random } = canvas;
  const horizon = height * random.between(0.46, 0.56);
  const radius = unit * random.between(0.06, 0.1);
  const light: Point = [
    width * random.between(0.22, 0.78),
    horizon - random.between(0.1, 0.3) * Math.min(height, 1.4 * unit),
  ];
  return {
    backdrop: [
      sky(canvas, horizon + 0.1 * height),
      ...(palette.dark ? stars(canvas, horizon) : []),
      ...sun(canvas, light, radius),
      ...(palette.dark ? craters(canvas, light, radius) : []),
      ...clouds(canvas, 0.08 * height, horizon - 0.16 * height),
    ],
    subject: [
      ...ridges(canvas, horizon),
      ...birds(canvas, [width - light[0], horizon - 0.2 * Math.min(height, unit)]),
    ],
    standsAlone: false,
  };
}

function ridges(
  { width, height, unit, palette, random }: Canvas,
  horizon: number,
): readonly Mark[] {
  const draw = random.fork('ridges');
  const count = draw.whole(4, 6);
  const rocky = draw.chance(0.55);
  return Array.from({ length: count }, (_, index) => {
    const depth = index / (count - 1);
    const roughness = rocky ? 0.75 * (1 - depth) : 0.12 * (1 - depth);
    const line = ridgeLine(
      width,
      {
        level: horizon + depth ** 1.25 * 0.4 * height,
        height: unit * (0.13 - 0.07 * depth) * draw.between(0.7, 1.25),
        length: unit * (0.5 + 0.55 * depth) * draw.between(0.8, 1.3),
        roughness,
      },
      draw,
    );
    const color = mix(palette.far, palette.near, depth);
    const top = Math.min(...line.map(([, y]) => y));
    const haze = mix(lighten(color, 0.05), palette.sky[3], 0.34 * (1 - depth));
    const slope = fill(
      ridgeOutline(line, height + 1, roughness),
      downwards(top, top + 0.34 * height, [color, haze]),
    );
    return depth > 0.45 ? [slope, ...forest(line, { width, unit, depth, color, draw })] : [slope];
  }).flat();
}

interface Forest {
  readonly width: number;
  readonly unit: number;
  readonly depth: number;
  readonly color: Color;
  readonly draw: RandomSource;
}

/** Firs along a ridge, in groups: one shape for all of them. */
function forest(
  line: readonly Point[],
  { width, unit, depth, color, draw }: Forest,
): readonly Mark[] {
  const trees: Path[] = [];
  const phase = draw.between(0, 6);
  for (let x = 0; x < width; x += unit * draw.between(0.008, 0.03)) {
    const density = Math.sin((x / unit) * 5 + phase) + 0.4 * Math.sin((x / unit) * 13);
    if (density < draw.between(-0.5, 0.9)) continue;
    trees.push(fir([x, heightAt(line, x)], unit * (0.018 + 0.04 * depth) * draw.between(0.6, 1.3)));
  }
  return trees.length === 0 ? [] : [fill(trees.flat(), lighten(color, -0.025))];
}

function fir([x, y]: Point, size: number): Path {
  const tiers = [0, 0.3, 0.6].map((lift) =>
    polygon([
      [x, y - size * (0.8 + lift * 1.3)],
      [x + size * (0.34 - 0.26 * lift), y - size * (lift * 1.3 - 0.06)],
      [x - size * (0.34 - 0.26 * lift), y - size * (lift * 1.3 - 0.06)],
    ]),
  );
  return tiers.flat();
}
