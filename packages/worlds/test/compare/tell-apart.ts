import type { Model } from '@model-gateway/core';
import { createRandomSource } from '@model-gateway/core/kit';
import { FEATURES, surroundingsOf } from './features.ts';

/** A category that fewer models have is left to the others: it would only name single models. */
const FEWEST = 8;
const FOLDS = 5;
const ROUNDS = 300;
const RATE = 0.5;
const RIDGE = 0.003;

/**
 * Returns how well a logistic classifier tells models of two catalogs apart: the area under its ROC
 * curve over random folds. 0.5 is not at all, 1 is always.
 */
export function tellApart(one: readonly Model[], other: readonly Model[], seed = 7): number {
  const rows = encode([one, other]);
  const labels = [...one.map(() => 0), ...other.map(() => 1)];
  const draw = createRandomSource(`folds ${seed}`);
  const folds = rows.map(() => draw.whole(0, FOLDS - 1));
  const scores = rows.map(() => 0);
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fit(
      rows.filter((_, row) => folds[row] !== fold),
      labels.filter((_, row) => folds[row] !== fold),
    );
    for (const [row, values] of rows.entries()) {
      if (folds[row] === fold) scores[row] = dot(values, weights);
    }
  }
  return areaUnderCurve(scores, labels);
}

/** Numbers standardised, categories as one column each, and a column of ones. */
function encode(catalogs: readonly (readonly Model[])[]): number[][] {
  const arounds = catalogs.map(surroundingsOf);
  const rows = catalogs.flatMap((models) => models.map(() => [1]));
  for (const { of } of FEATURES) {
    const values = catalogs.flatMap((models, which) =>
      // One for each catalog was made above.
      models.map((model) => of(model, arounds[which]!)),
    );
    for (const column of columnsOf(values)) {
      for (const [row, value] of column.entries()) rows[row]?.push(value);
    }
  }
  return rows;
}

function columnsOf(values: readonly (string | number | undefined)[]): readonly number[][] {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length > 0) {
    const mean = average(numbers);
    const deviation = Math.sqrt(average(numbers.map((value) => (value - mean) ** 2))) || 1;
    return [values.map((value) => (typeof value === 'number' ? (value - mean) / deviation : 0))];
  }
  const counts = new Map<string, number>();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  const kinds = [...counts].filter(([, count]) => count >= FEWEST).map(([kind]) => kind);
  return kinds.map((kind) => values.map((value) => (String(value) === kind ? 1 : 0)));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
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

/** The share of pairs of both catalogs in which the second scores higher. */
function areaUnderCurve(scores: readonly number[], labels: readonly number[]): number {
  const [first, second] = [0, 1].map((label) => scores.filter((_, row) => labels[row] === label));
  let wins = 0;
  for (const one of first ?? []) {
    for (const other of second ?? []) wins += other > one ? 1 : other === one ? 0.5 : 0;
  }
  return wins / ((first?.length ?? 1) * (second?.length ?? 1));
}
