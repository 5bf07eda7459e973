export type Point = readonly [x: number, y: number];

/** A step of an outline, absolute, y downwards: move, line, cubic curve, close. */
export type PathStep =
  | readonly ['M', x: number, y: number]
  | readonly ['L', x: number, y: number]
  | readonly ['C', x1: number, y1: number, x2: number, y2: number, x: number, y: number]
  | readonly ['Z'];

export type Path = readonly PathStep[];

export function polyline(points: readonly Point[]): Path {
  return points.map(([x, y], index) => [index === 0 ? 'M' : 'L', x, y] as const);
}

export function polygon(points: readonly Point[]): Path {
  return [...polyline(points), ['Z']];
}

export function rectangle(x: number, y: number, width: number, height: number): Path {
  return polygon([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]);
}

export function roundedRectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): Path {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (cx: number, cy: number, from: number) => arc(cx, cy, r, r, from, from + 90);
  return [
    ['M', x + r, y],
    ['L', x + width - r, y],
    ...corner(x + width - r, y + r, -90),
    ['L', x + width, y + height - r],
    ...corner(x + width - r, y + height - r, 0),
    ['L', x + r, y + height],
    ...corner(x + r, y + height - r, 90),
    ['L', x, y + r],
    ...corner(x + r, y + r, 180),
    ['Z'],
  ];
}

export function circle(cx: number, cy: number, radius: number): Path {
  return ellipse(cx, cy, radius, radius);
}

export function ellipse(cx: number, cy: number, rx: number, ry: number): Path {
  return [['M', cx + rx, cy], ...arc(cx, cy, rx, ry, 0, 360), ['Z']];
}

/**
 * Curves along an ellipse, without the step that leads to its beginning. Angles in degrees, 0 to
 * the right and 90 down; `to` below `from` runs counterclockwise.
 */
export function arc(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  from: number,
  to: number,
): Path {
  const pieces = Math.max(1, Math.ceil(Math.abs(to - from) / 90));
  const step = ((to - from) / pieces) * DEGREE;
  const handle = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: pieces }, (_, piece) => {
    const start = from * DEGREE + piece * step;
    const [cos0, sin0] = [Math.cos(start), Math.sin(start)];
    const [cos1, sin1] = [Math.cos(start + step), Math.sin(start + step)];
    return [
      'C',
      cx + rx * (cos0 - handle * sin0),
      cy + ry * (sin0 + handle * cos0),
      cx + rx * (cos1 + handle * sin1),
      cy + ry * (sin1 - handle * cos1),
      cx + rx * cos1,
      cy + ry * sin1,
    ] as const;
  });
}

/** Returns the point at an angle of `arc`. */
export function pointAt(cx: number, cy: number, rx: number, ry: number, degrees: number): Point {
  return [cx + rx * Math.cos(degrees * DEGREE), cy + ry * Math.sin(degrees * DEGREE)];
}

/** A smooth curve through all points (Catmull-Rom), beginning with a move to the first. */
export function curveThrough(points: readonly Point[]): Path {
  const [first] = points;
  if (first === undefined) return [];
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] ?? first;
  const curves = points.slice(1).map((end, index) => {
    const [before, start, after] = [at(index - 1), at(index), at(index + 2)];
    return [
      'C',
      start[0] + (end[0] - before[0]) / 6,
      start[1] + (end[1] - before[1]) / 6,
      end[0] - (after[0] - start[0]) / 6,
      end[1] - (after[1] - start[1]) / 6,
      end[0],
      end[1],
    ] as const;
  });
  return [['M', first[0], first[1]], ...curves];
}

/** A smooth closed outline through all points. */
export function closedCurve(points: readonly Point[]): Path {
  const [a, b, c] = points;
  const z = points.at(-1);
  if (a === undefined || b === undefined || c === undefined || z === undefined) return [];
  const [, , ...curves] = curveThrough([z, ...points, a, b]);
  return [['M', a[0], a[1]], ...curves.slice(0, points.length), ['Z']];
}

/** The same outline turned about the origin by `degrees`, clockwise, then moved. */
export function placed(path: Path, degrees: number, [dx, dy]: Point): Path {
  const cos = Math.cos(degrees * DEGREE);
  const sin = Math.sin(degrees * DEGREE);
  const x = (px: number, py: number) => dx + px * cos - py * sin;
  const y = (px: number, py: number) => dy + px * sin + py * cos;
  return path.map((step): PathStep => {
    if (step[0] === 'Z') return step;
    if (step[0] !== 'C') return [step[0], x(step[1], step[2]), y(step[1], step[2])];
    const [, x1, y1, x2, y2, px, py] = step;
    return ['C', x(x1, y1), y(x1, y1), x(x2, y2), y(x2, y2), x(px, py), y(px, py)];
  });
}

const DEGREE = Math.PI / 180;
