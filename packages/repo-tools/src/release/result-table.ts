import type { CheckResult } from './check-result.ts';

/** A row per package, a column per check: ✓ passed, ✗ failed, blank where it does not apply. */
export function resultTable(results: readonly CheckResult[]): string {
  const rows = [...new Set(results.map(({ row }) => row))];
  const columns = [...new Set(results.map(({ column }) => column))];
  const cell = (row: string, column: string) => {
    const found = results.find((result) => result.row === row && result.column === column);
    return found === undefined ? '' : found.problems.length === 0 ? '✓' : '✗';
  };
  const widths = [
    Math.max(0, ...rows.map(({ length }) => length)),
    ...columns.map((c) => c.length),
  ];
  return [
    ['', ...columns],
    ...rows.map((row) => [row, ...columns.map((column) => cell(row, column))]),
  ]
    .map((cells) =>
      cells
        .map((text, i) => text.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
