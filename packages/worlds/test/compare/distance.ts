import type { Model } from '@model-gateway/core';
import { surroundingsOf, type Feature } from './feature.ts';
import { FEATURES } from './features.ts';

export interface Distance {
  readonly name: string;
  /** 0 to 100: Kolmogorov–Smirnov of numbers, total variation of everything else. */
  readonly points: number;
}

/** Returns the distance of two catalogs in each feature, largest first. */
export function distancesOf(one: readonly Model[], other: readonly Model[]): readonly Distance[] {
  return FEATURES.map((feature) => ({
    name: feature.name,
    points: distanceIn(feature, one, other),
  })).toSorted((a, b) => b.points - a.points);
}

/** Returns the distance of two catalogs in a feature, 0 to 100 points. */
export function distanceIn(
  feature: Feature,
  one: readonly Model[],
  other: readonly Model[],
): number {
  return 100 * distance(valuesOf(feature, one), valuesOf(feature, other));
}

function valuesOf({ of }: Feature, models: readonly Model[]): readonly (string | number)[] {
  const around = surroundingsOf(models);
  return models.flatMap((model) => of(model, around) ?? []);
}

function distance(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  if (one.length === 0 || other.length === 0) return one.length === other.length ? 0 : 1;
  const areNumbers = [...one, ...other].every((value) => typeof value === 'number');
  return areNumbers
    ? largestGap(one.map(Number), other.map(Number))
    : halfOfDifferences(one.map(String), other.map(String));
}

/** Kolmogorov–Smirnov: the largest difference of the shares below a value. */
function largestGap(one: readonly number[], other: readonly number[]): number {
  const ordered = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ].sort((a, b) => a.value - b.value);
  let below = 0;
  let largest = 0;
  for (const [position, { value, isOne }] of ordered.entries()) {
    if (isOne) below += 1;
    if (ordered[position + 1]?.value === value) continue;
    const gap = below / one.length - (position + 1 - below) / other.length;
    largest = Math.max(largest, Math.abs(gap));
  }
  return largest;
}

/** Total variation: half of the sum of differences of shares. */
function halfOfDifferences(one: readonly string[], other: readonly string[]): number {
  const [first, second] = [countsOf(one), countsOf(other)];
  const kinds = [...new Set([...first.keys(), ...second.keys()])];
  const gap = (kind: string) =>
    Math.abs((first.get(kind) ?? 0) / one.length - (second.get(kind) ?? 0) / other.length);
  // Sums of thirds may be a bit above two.
  return Math.min(1, kinds.reduce((sum, kind) => sum + gap(kind), 0) / 2);
}

function countsOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
