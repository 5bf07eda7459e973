import type { Model } from '@model-gateway/core';
import { surroundingsOf } from './feature.ts';
import { FEATURES } from './features.ts';

/** A category that fewer models have is left to the others: it would only name single models. */
const FEWEST = 8;

/** Numbers standardised, categories as one column each, and a column of ones. */
export function encode(catalogs: readonly (readonly Model[])[]): number[][] {
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
