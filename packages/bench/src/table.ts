import type { Limit } from './target.ts';
import type { Row } from './verdict.ts';

const HEADINGS = ['', 'workload', 'measured', 'spread', 'limit', ''] as const;

/** The rows as a table for the terminal, numbers to the right. */
export function renderTable(rows: readonly Row[]): string {
  const lines = [HEADINGS, ...rows.map(cells)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) => line.map((cell, column) => align(cell, column, widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function cells({ id, workload, unit, value, spread, limit, verdict, note }: Row): string[] {
  return [
    id,
    workload,
    Number.isNaN(value) ? '' : format(value, unit),
    spread === undefined ? '' : `±${percent(spread)}`,
    limit === undefined ? '' : formatLimit(limit, unit),
    note === undefined ? verdict : `${verdict}: ${note}`,
  ];
}

const RIGHT_ALIGNED = new Set([2, 3, 4]);

function align(cell: string, column: number, width: number): string {
  return RIGHT_ALIGNED.has(column) ? cell.padStart(width) : cell.padEnd(width);
}

function formatLimit(limit: Limit, unit: Row['unit']): string {
  return 'atLeast' in limit
    ? `≥ ${format(limit.atLeast, unit)}`
    : `≤ ${format(limit.atMost, unit)}`;
}

function format(value: number, unit: Row['unit']): string {
  switch (unit) {
    case 'ratio':
      return threeDigits(value);
    case 'milliseconds':
      return value < 0.1 ? `${(1000 * value).toFixed(1)} µs` : `${threeDigits(value)} ms`;
    case 'bytes':
      return value >= 1e6 ? `${(value / 1e6).toFixed(0)} MB` : `${(value / 1e3).toFixed(1)} kB`;
  }
}

function threeDigits(value: number): string {
  if (value >= 10) return value.toFixed(0);
  // Near 1 it is the distance that counts.
  const isNearOne = value !== 1 && Math.abs(1 - value) < 0.01;
  return isNearOne ? String(Number(value.toFixed(4))) : value.toFixed(2);
}

export function percent(fraction: number): string {
  return `${(100 * fraction).toFixed(1)} %`;
}
