import { mix } from '../colors/color.ts';
import type { Canvas } from './composition.ts';
import { downwards, fill, glow, solid, stroke, type Mark } from '../marks/marks.ts';
import { circle, ellipse, rectangle, type Path, type Point } from '../marks/path.ts';

/** A sky over the whole canvas that is lightest at `horizon`. */
export function sky({ width, height, palette }: Canvas, horizon: number): Mark {
  return fill(rectangle(0, 0, width, height), downwards(0, horizon, palette.sky));
}

/** The sun, or the moon of a dark sky, with the light around it. */
export function sun({ unit, palette }: Canvas, center: Point, radius: number): readonly Mark[] {
  const warm = mix(palette.light, palette.sky[2], 0.25);
  return [
    glow(center, Math.min(5 * radius, 0.62 * unit + radius), warm, palette.dark ? 0.4 : 0.62),
    glow(center, 2.1 * radius, palette.light, 0.5),
    fill(circle(center[0], center[1], radius), palette.light),
  ];
}

/** The moon's face: a few craters, for a dark sky. */
export function craters(
  { palette, random }: Canvas,
  [x, y]: Point,
  radius: number,
): readonly Mark[] {
  const draw = random.fork('craters');
  const shade = mix(palette.light, palette.sky[1], 0.22);
  return Array.from({ length: 5 }, () => {
    const [angle, out] = [draw.between(0, 2 * Math.PI), draw.between(0.1, 0.62) * radius];
    const size = draw.between(0.09, 0.2) * radius;
    return fill(
      circle(x + out * Math.cos(angle), y + out * Math.sin(angle), size),
      solid(shade, 0.5),
    );
  });
}

export function stars({ width, unit, palette, random }: Canvas, bottom: number): readonly Mark[] {
  const draw = random.fork('stars');
  const count = Math.min(400, Math.round((130 * width * bottom) / (unit * unit)));
  return Array.from({ length: count }, () => {
    const [x, y] = [draw.between(0, width), bottom * draw.next() ** 1.2];
    const size = unit * (0.0011 + 0.003 * draw.next() ** 4);
    return fill(circle(x, y, size), solid(palette.light, draw.between(0.35, 0.95)));
  });
}

/** Clouds with a flat base, between `top` and `bottom`. */
export function clouds(
  { width, unit, palette, random }: Canvas,
  top: number,
  bottom: number,
): readonly Mark[] {
  const draw = random.fork('clouds');
  const count = Math.min(9, Math.round((draw.between(1.5, 3.5) * width) / unit));
  return Array.from({ length: count }, (_, index) => {
    const x = ((index + draw.between(0.1, 0.9)) * width) / count;
    const y = draw.between(top, bottom);
    const length = unit * draw.between(0.16, 0.34);
    return fill(
      cloud([x, y], length, draw.between),
      solid(
        mix(palette.light, palette.sky[3], 0.2),
        palette.dark ? 0.16 : draw.between(0.45, 0.72),
      ),
    );
  });
}

function cloud(
  [x, y]: Point,
  length: number,
  between: (low: number, high: number) => number,
): Path {
  const puffs = [0.2, 0.42, 0.62, 0.8].flatMap((at) => {
    const bulge = length * Math.sin(Math.PI * at) * between(0.13, 0.22);
    return ellipse(x + (at - 0.5) * length, y - 0.6 * bulge, 1.5 * bulge, bulge);
  });
  return [...puffs, ...ellipse(x, y, 0.5 * length, 0.042 * length)];
}

/** A few gulls, as one draws them: two arcs each. */
export function birds({ unit, palette, random }: Canvas, [x, y]: Point): readonly Mark[] {
  const draw = random.fork('birds');
  return Array.from({ length: draw.whole(3, 6) }, () => {
    const span = unit * draw.between(0.013, 0.024);
    const [cx, cy] = [x + unit * draw.between(-0.16, 0.16), y + unit * draw.between(-0.06, 0.06)];
    const wing = (side: 1 | -1) =>
      [
        ['M', cx, cy],
        [
          'C',
          cx + side * 0.2 * span,
          cy - 0.55 * span,
          cx + side * 0.75 * span,
          cy - 0.5 * span,
          cx + side * span,
          cy - 0.22 * span,
        ],
      ] as const;
    return stroke(
      [...wing(-1), ...wing(1)],
      mix(palette.near, palette.sky[0], 0.25),
      0.12 * span,
      0.85,
    );
  });
}
