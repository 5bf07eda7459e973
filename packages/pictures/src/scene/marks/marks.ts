import type { Color } from '../colors/color.ts';
import { rectangle, type Path, type Point } from './path.ts';

/** One stop of a gradient; between stops sRGB values are interpolated, as SVG does it. */
export interface Stop {
  /** 0 to 1. */
  readonly offset: number;
  readonly color: Color;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Coordinates are those of the scene. Beyond its ends a gradient keeps the colour of its last stop. */
export type Paint =
  | { readonly kind: 'solid'; readonly color: Color; readonly opacity: number }
  | {
      readonly kind: 'linear';
      readonly from: Point;
      readonly to: Point;
      readonly stops: readonly Stop[];
    }
  | {
      readonly kind: 'radial';
      readonly center: Point;
      readonly radius: number;
      readonly stops: readonly Stop[];
    };

/** Something painted over what lies below it. Outlines are filled where they wind at all. */
export type Mark =
  | { readonly kind: 'fill'; readonly path: Path; readonly paint: Paint }
  /** A line with round ends and joints. */
  | {
      readonly kind: 'stroke';
      readonly path: Path;
      readonly color: Color;
      readonly opacity: number;
      readonly width: number;
    }
  /** Fills and strokes that are only seen inside an outline. */
  | { readonly kind: 'clip'; readonly path: Path; readonly marks: readonly Mark[] };

export function solid(color: Color, opacity = 1): Paint {
  return { kind: 'solid', color, opacity };
}

export function fill(path: Path, paint: Paint | Color): Mark {
  return { kind: 'fill', path, paint: 'kind' in paint ? paint : solid(paint) };
}

export function stroke(path: Path, color: Color, width: number, opacity = 1): Mark {
  return { kind: 'stroke', path, color, width, opacity };
}

export function clip(path: Path, marks: readonly Mark[]): Mark {
  return { kind: 'clip', path, marks };
}

/** A gradient from `top` down to `bottom`, its colours evenly spaced. */
export function downwards(top: number, bottom: number, colors: readonly Color[]): Paint {
  return { kind: 'linear', from: [0, top], to: [0, bottom], stops: evenly(colors) };
}

/** A gradient from one point to another, its colours evenly spaced. */
export function along(from: Point, to: Point, colors: readonly Color[]): Paint {
  return { kind: 'linear', from, to, stops: evenly(colors) };
}

/** A light that fades out towards its radius. */
export function glow(center: Point, radius: number, color: Color, opacity: number): Mark {
  const [x, y] = center;
  const stops = FADE.map(([offset, share]) => ({ offset, color, opacity: opacity * share }));
  return fill(rectangle(x - radius, y - radius, 2 * radius, 2 * radius), {
    kind: 'radial',
    center,
    radius,
    stops,
  });
}

function evenly(colors: readonly Color[]): readonly Stop[] {
  const last = Math.max(1, colors.length - 1);
  return colors.map((color, index) => ({ offset: index / last, color, opacity: 1 }));
}

/** Falls off like light: steep near the source, soft at the rim. */
const FADE: readonly (readonly [offset: number, share: number])[] = [
  [0, 1],
  [0.2, 0.62],
  [0.4, 0.34],
  [0.6, 0.15],
  [0.8, 0.045],
  [1, 0],
];
