import type { Model } from '@model-gateway/core';
import { createRandomSource, type RandomSource } from '@model-gateway/core/kit';
import { encode } from './encode.ts';

const FOLDS = 5;
const ROUNDS = 300;
const RATE = 0.5;
const RIDGE = 0.003;

/** Learns from rows and their labels, 0 or 1, to score rows: higher ones are rather 1. */
export type Learner = (
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  draw: RandomSource,
) => (row: readonly number[]) => number;

/** Weighs each column once. */
const logistic: Learner = (rows, labels) => {
  const weights = fit(rows, labels);
  return (row) => dot(row, weights);
};

/**
 * Returns how well a classifier tells models of two catalogs apart: the area under its ROC curve over
 * random folds. 0.5 is not at all, 1 is always.
 */
export function tellApart(
  one: readonly Model[],
  other: readonly Model[],
  learn: Learner = logistic,
  seed = 7,
): number {
  const rows = encode([one, other]);
  const labels = [...one.map(() => 0), ...other.map(() => 1)];
  const draw = createRandomSource(`folds ${seed}`);
  const folds = rows.map(() => draw.whole(0, FOLDS - 1));
  const scores = rows.map(() => 0);
  for (let fold = 0; fold < FOLDS; fold++) {
    const score = learn(
      rows.filter((_, row) => folds[row] !== fold),
      labels.filter((_, row) => folds[row] !== fold),
      draw,
    );
    for (const [row, values] of rows.entries()) {
      if (folds[row] === fold) scores[row] = score(values);
    }
  }
  return areaUnderCurve(scores, labels);
}

/** Gradient descent with momentum on the logistic loss and a ridge. */
function fit(rows: readonly (readonly number[])[], labels: readonly number[]): number[] {
  const weights = (rows[0] ?? []).map(() => 0);
  const speed = weights.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight) => RIDGE * weight);
    for (const [row, values] of rows.entries()) {
      const error = 1 / (1 + Math.exp(-dot(values, weights))) - (labels[row] ?? 0);
      for (let at = 0; at < values.length; at++) {
        gradient[at]! += (error * (values[at] ?? 0)) / rows.length;
      }
    }
    for (let at = 0; at < weights.length; at++) {
      speed[at] = 0.9 * (speed[at] ?? 0) - 0.1 * RATE * (gradient[at] ?? 0) * 10;
      weights[at]! += 0.1 * (speed[at] ?? 0);
    }
  }
  return weights;
}

function dot(values: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) * (weights[at] ?? 0);
  return sum;
}

/** The share of pairs of both catalogs in which the second scores higher; equals count half. */
function areaUnderCurve(scores: readonly number[], labels: readonly number[]): number {
  const [first = [], second = []] = [0, 1].map((label) =>
    scores.filter((_, row) => labels[row] === label),
  );
  let wins = 0;
  for (const one of first) {
    for (const other of second) wins += other > one ? 1 : other === one ? 0.5 : 0;
  }
  return wins / (first.length * second.length);
}
