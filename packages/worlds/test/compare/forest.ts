import type { RandomSource } from '@model-gateway/core/kit';
import type { Learner } from './tell-apart.ts';

const TREES = 60;
/** Thresholds that a split tries in each column. */
const THRESHOLDS = 8;
const SMALLEST_LEAF = 2;

type Rows = readonly (readonly number[])[];

/** Scores a row by the share of ones among the training rows in its leaf. */
type Tree = (row: readonly number[]) => number;

/**
 * A random forest: unlike the logistic classifier it sees what goes together. Each tree learns from
 * rows drawn with repetition, each split from a few columns.
 */
export const forest: Learner = (rows, labels, draw) => {
  const trees = Array.from({ length: TREES }, () => {
    const taken = rows.map(() => draw.whole(0, rows.length - 1));
    return grow(rows, labels, taken, draw);
  });
  return (row) => trees.reduce((sum, tree) => sum + tree(row), 0) / trees.length;
};

function grow(rows: Rows, labels: readonly number[], taken: number[], draw: RandomSource): Tree {
  const ones = taken.reduce((sum, row) => sum + (labels[row] ?? 0), 0);
  const share = ones / taken.length;
  if (share === 0 || share === 1 || taken.length < 2 * SMALLEST_LEAF) return () => share;
  const split = bestSplit(rows, labels, taken, draw);
  if (split === undefined) return () => share;
  const { column, threshold } = split;
  const isLow = (row: readonly number[] | undefined) => (row?.[column] ?? 0) <= threshold;
  const low = grow(
    rows,
    labels,
    taken.filter((row) => isLow(rows[row])),
    draw,
  );
  const high = grow(
    rows,
    labels,
    taken.filter((row) => !isLow(rows[row])),
    draw,
  );
  return (row) => (isLow(row) ? low(row) : high(row));
}

interface Split {
  readonly column: number;
  readonly threshold: number;
}

/** The split of least impurity among random ones; undefined when all leave a side too small. */
function bestSplit(
  rows: Rows,
  labels: readonly number[],
  taken: readonly number[],
  draw: RandomSource,
): Split | undefined {
  const columns = rows[0]?.length ?? 0;
  let least = Infinity;
  let best: Split | undefined;
  for (let attempt = 0; attempt < Math.sqrt(columns); attempt++) {
    const column = draw.whole(0, columns - 1);
    const tried = new Set<number>();
    for (let times = 0; times < THRESHOLDS; times++) {
      const threshold = rows[taken[draw.whole(0, taken.length - 1)] ?? 0]?.[column] ?? 0;
      if (tried.has(threshold)) continue;
      tried.add(threshold);
      const impurity = impurityOf(rows, labels, taken, { column, threshold });
      if (impurity >= least) continue;
      least = impurity;
      best = { column, threshold };
    }
  }
  return best;
}

/** Infinity when a side has too few rows. */
function impurityOf(
  rows: Rows,
  labels: readonly number[],
  taken: readonly number[],
  { column, threshold }: Split,
): number {
  let low = 0;
  let lowOnes = 0;
  let ones = 0;
  for (const row of taken) {
    const label = labels[row] ?? 0;
    ones += label;
    if ((rows[row]?.[column] ?? 0) > threshold) continue;
    low += 1;
    lowOnes += label;
  }
  const high = taken.length - low;
  if (low < SMALLEST_LEAF || high < SMALLEST_LEAF) return Infinity;
  return gini(lowOnes, low) + gini(ones - lowOnes, high);
}

function gini(ones: number, all: number): number {
  return (2 * ones * (all - ones)) / all;
}
