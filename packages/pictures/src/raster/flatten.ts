import type { Path } from '../scene/marks/path.ts';

/** Straight lines as x0, y0, x1, y1 one after another, in pixels, and the box around them. */
export interface Segments {
  readonly lines: Float64Array;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * The straight lines that look like a path when it is drawn `scaleX` and `scaleY` times as large.
 * Closed shapes get the line back to where each of their outlines began.
 */
export function flatten(path: Path, scaleX: number, scaleY: number, closed: boolean): Segments {
  const lines: number[] = [];
  let [startX, startY, x, y] = [0, 0, 0, 0];
  const lineTo = (nextX: number, nextY: number) => {
    lines.push(x, y, nextX, nextY);
    [x, y] = [nextX, nextY];
  };
  const close = () => {
    if (x !== startX || y !== startY) lineTo(startX, startY);
  };
  for (const step of path) {
    if (step[0] === 'Z') {
      close();
    } else if (step[0] === 'M') {
      if (closed) close();
      [startX, startY] = [step[1] * scaleX, step[2] * scaleY];
      [x, y] = [startX, startY];
    } else if (step[0] === 'L') {
      lineTo(step[1] * scaleX, step[2] * scaleY);
    } else {
      const [x1, y1] = [step[1] * scaleX, step[2] * scaleY];
      const [x2, y2] = [step[3] * scaleX, step[4] * scaleY];
      const [x3, y3] = [step[5] * scaleX, step[6] * scaleY];
      const [x0, y0] = [x, y];
      const pieces = piecesOf(x0, y0, x1, y1, x2, y2, x3, y3);
      for (let piece = 1; piece < pieces; piece++) {
        const t = piece / pieces;
        const u = 1 - t;
        const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
        lineTo(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
      }
      lineTo(x3, y3);
    }
  }
  if (closed) close();
  return boxed(Float64Array.from(lines));
}

/** Returns the number of pieces that keeps each within `TOLERANCE` of the cubic curve. */
function piecesOf(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
): number {
  const bend = Math.max(
    Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
    Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
  );
  return Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / TOLERANCE)));
}

/** In pixels. */
const TOLERANCE = 0.02;

function boxed(lines: Float64Array): Segments {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < lines.length; index += 2) {
    const [x, y] = [lines[index] ?? 0, lines[index + 1] ?? 0];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { lines, left, top, right, bottom };
}
