import type { RandomSource } from '@model-gateway/core/kit';
import { curveThrough, polyline, type Path, type Point } from '../marks/path.ts';

export interface RidgeShape {
  /** Of the middle of the ridge, and how far it goes up and down from there. */
  readonly level: number;
  readonly height: number;
  /** Of one hill, roughly. */
  readonly length: number;
  /** 0 for soft hills, 1 for rock. */
  readonly roughness: number;
}

/** The line of a ridge from beyond the left side to beyond the right one. */
export function ridgeLine(
  width: number,
  { level, height, length, roughness }: RidgeShape,
  random: RandomSource,
): readonly Point[] {
  const octaves = [1, 2.17, 4.61, 9.3].map((frequency, octave) => ({
    frequency: (2 * Math.PI * frequency) / length,
    phase: random.between(0, 2 * Math.PI),
    share: (0.24 + 0.26 * roughness) ** octave,
  }));
  const step = length / (8 + 24 * roughness);
  const count = Math.ceil(width / step) + 4;
  return Array.from({ length: count }, (_, index) => {
    const x = (index - 1.5) * step;
    const wave = octaves.reduce(
      (sum, { frequency, phase, share }) => sum + share * Math.sin(frequency * x + phase),
      0,
    );
    const jag = roughness * 0.22 * random.between(-1, 1);
    return [x, level - height * (0.62 * wave + jag)];
  });
}

/** Returns the area below a ridge, down to `bottom`. */
export function ridgeOutline(line: readonly Point[], bottom: number, roughness: number): Path {
  const first = line[0] ?? [0, bottom];
  const last = line.at(-1) ?? first;
  const top = roughness > 0.3 ? polyline(line) : curveThrough(line);
  return [...top, ['L', last[0], bottom], ['L', first[0], bottom], ['Z']];
}

/** Returns the height of the ridge at `x`. */
export function heightAt(line: readonly Point[], x: number): number {
  const after = Math.max(
    1,
    line.findIndex((point) => point[0] >= x),
  );
  const [left, right] = [line[after - 1], line[after]];
  if (left === undefined || right === undefined) return left?.[1] ?? 0;
  return left[1] + ((x - left[0]) / (right[0] - left[0])) * (right[1] - left[1]);
}
