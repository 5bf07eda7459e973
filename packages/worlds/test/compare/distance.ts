import type { Model } from '@model-gateway/core';
import { FEATURES, surroundingsOf, type Feature } from './features.ts';

export interface Distance {
  readonly name: string;
  /** 0 to 100: Kolmogorov–Smirnov of numbers, total variation of everything else. */
  readonly points: number;
}

/** Returns the distance of two catalogs in each feature, largest first. */
export function distancesOf(one: readonly Model[], other: readonly Model[]): readonly Distance[] {
  return FEATURES.map((feature) => ({
    name: feature.name,
    points: 100 * distance(valuesOf(feature, one), valuesOf(feature, other)),
  })).toSorted((a, b) => b.points - a.points);
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
  const below = (values: readonly number[], limit: number) =>
    values.filter((value) => value <= limit).length / values.length;
  return Math.max(
    ...[...one, ...other].map((limit) => Math.abs(below(one, limit) - below(other, limit))),
  );
}

/** Total variation: half of the sum of differences of shares. */
function halfOfDifferences(one: readonly string[], other: readonly string[]): number {
  const share = (values: readonly string[], value: string) =>
    values.filter((each) => each === value).length / values.length;
  const kinds = [...new Set([...one, ...other])];
  return kinds.reduce((sum, kind) => sum + Math.abs(share(one, kind) - share(other, kind)), 0) / 2;
}
