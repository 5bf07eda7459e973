import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  type Decimal,
  type Page,
} from '@model-gateway/core';
import type { UsageColumn, UsageQuery, UsageRow } from '../../database.ts';
import type { SqliteConnection } from './connection.ts';
import { decimal } from '../../decimal.ts';

/** Reads usage row by row and adds it up here, because SQLite would add doubles. */
export function readUsage<Column extends UsageColumn>(
  connection: SqliteConnection,
  { by, first, last, only, page }: UsageQuery<Column>,
): Page<UsageRow<Column>> {
  const filters = Object.entries(only).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const wanted = filters.map(([name]) => ` and ${name} = ?`).join('');
  const statement = `select ${by.join(', ')}, ${SUMMED} from mg_usage_days where day >= ? and day <= ?${wanted}`;
  const values = [first, last, ...filters.map(([, value]) => value)];
  const sums = new Map<string, Sum<Column>>();
  for (const found of connection.iterate(statement, values)) {
    // The columns that the statement names.
    const row = found as UsageRow<Column>;
    const group = JSON.stringify(by.map((name) => row[name]));
    const sum = sums.get(group);
    const cost = decimal(row.cost);
    sums.set(group, sum === undefined ? { row, cost } : together(sum, { row, cost }));
  }
  const inOrder = [...sums.values()].toSorted((a, b) => compareSums(by, a, b));
  const items = inOrder.slice(page.offset, page.offset + page.limit);
  return {
    items: items.map(({ row, cost }) => ({ ...row, cost: formatDecimal(cost) })),
    totalCount: sums.size,
  };
}

const SUMMED = 'provider_name, requests, cost, prompt_tokens, completion_tokens, reasoning_tokens';

interface Sum<Column extends UsageColumn> {
  /** Whose cost is that of one of the rows. */
  readonly row: UsageRow<Column>;
  readonly cost: Decimal;
}

function together<Column extends UsageColumn>(a: Sum<Column>, b: Sum<Column>): Sum<Column> {
  const row = {
    ...b.row,
    requests: Number(a.row.requests) + Number(b.row.requests),
    prompt_tokens: Number(a.row.prompt_tokens) + Number(b.row.prompt_tokens),
    completion_tokens: Number(a.row.completion_tokens) + Number(b.row.completion_tokens),
    reasoning_tokens: Number(a.row.reasoning_tokens) + Number(b.row.reasoning_tokens),
  };
  return { row, cost: addDecimals(a.cost, b.cost) };
}

function compareSums<Column extends UsageColumn>(
  by: readonly Column[],
  a: Sum<Column>,
  b: Sum<Column>,
): number {
  const byDay = by
    .filter((name) => name === 'day')
    .map((name) => compareTexts(b.row[name], a.row[name]));
  const byGroup = by.map((name) => compareTexts(a.row[name], b.row[name]));
  const first = [...byDay, compareDecimals(b.cost, a.cost), ...byGroup].find((one) => one !== 0);
  return first ?? 0;
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
