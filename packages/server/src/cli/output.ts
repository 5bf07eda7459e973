import { printable } from '../printable.ts';
import type { Io } from './io.ts';

/** Prints a result: with `--json` as one document, otherwise a line for each of its members. */
export function printResult(io: Io, json: boolean | undefined, result: object): void {
  if (json === true) io.print(JSON.stringify(result, null, 2));
  else for (const line of linesOf(result)) io.print(line);
}

/** Prints a list: with `--json` as `{"data", "total_count"}`, otherwise as a table. */
export function printList(
  io: Io,
  json: boolean | undefined,
  rows: readonly object[],
  columns: readonly string[],
): void {
  if (json === true) {
    io.print(JSON.stringify({ data: rows, total_count: rows.length }, null, 2));
    return;
  }
  const cells = [columns, ...rows.map((row) => columns.map((name) => textOf(valueOf(row, name))))];
  const widths = columns.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of cells) {
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    io.print(padded.join('  ').trimEnd());
  }
  if (rows.length === 0) io.print('(none)');
}

function linesOf(result: object): string[] {
  const entries = Object.entries(result);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}`);
}

function valueOf(row: object, name: string): unknown {
  return Object.entries(row).find(([key]) => key === name)?.[1];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '-';
  // In one line, which is the row's.
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}
