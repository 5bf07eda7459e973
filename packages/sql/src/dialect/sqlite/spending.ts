import { addDecimals, formatDecimal, type Decimal, type Subject } from '@model-gateway/core';
import type { DatedSpender, SpentQuery, SpentRow, SubjectWindow } from '../../database.ts';
import { RESERVATION_COLUMN, USAGE_COLUMN } from '../../subject-columns.ts';
import type { SqliteConnection } from './connection.ts';
import { decimal } from './decimal.ts';

/** What a subject has used of its budget in one window. */
export interface Counted extends SubjectWindow {
  readonly used: Decimal;
}

/** Returns those subjects of a spender that are counted. */
export function countedOf(
  connection: SqliteConnection,
  { key, workspace, organization }: Omit<DatedSpender, 'day'>,
): readonly Counted[] {
  // The columns that the statement names.
  const rows = connection.all(COUNTED, [key, workspace, organization]) as readonly CountedRow[];
  return rows.map((row) => ({ ...row, used: decimal(row.used) }));
}

/** Adds to what counted subjects have used, where the day is in their window. */
export function addToCounted(
  connection: SqliteConnection,
  counted: readonly Counted[],
  day: string,
  change: Decimal,
): void {
  if (change.units === 0n) return;
  for (const { kind, id, first, last, used } of counted) {
    if (day < first || day > last) continue;
    connection.run(SET_USED, [formatDecimal(addDecimals(used, change)), kind, id]);
  }
}

/** Counts a subject anew, within a transaction. */
export function recount(
  connection: SqliteConnection,
  { kind, id, first, last }: SubjectWindow,
): Counted {
  const values = [id, first, last];
  const used = sum([
    ...amounts(connection, SPENT_IN[kind], values),
    ...amounts(connection, HELD_IN[kind], values),
  ]);
  connection.run(PUT_COUNTED, [kind, id, first, last, formatDecimal(used)]);
  return { kind, id, first, last, used };
}

/** Returns what subjects of one kind have spent. */
export function readSpent(
  connection: SqliteConnection,
  { kind, ids, month, week, day }: SpentQuery,
): readonly SpentRow[] {
  return ids.map((id) => {
    // The columns that the statement names.
    const days = connection.all(DAYS_OF[kind], [id]) as readonly DayRow[];
    const between = (first: string, last: string) =>
      days.filter((row) => row.day >= first && row.day <= last).map(({ amount }) => amount);
    const text = (texts: readonly string[]) => formatDecimal(sum(texts));
    return {
      id,
      total: text(days.map(({ amount }) => amount)),
      monthly: text(between(month.firstDay, month.lastDay)),
      weekly: text(between(week.firstDay, week.lastDay)),
      daily: text(between(day, day)),
      reserved: text(amounts(connection, HELD_BY[kind], [id])),
    };
  });
}

interface CountedRow extends SubjectWindow {
  readonly used: string;
}

interface DayRow {
  readonly day: string;
  readonly amount: string;
}

const COUNTED = `select kind, id, first_day as first, last_day as last, used from mg_spending
  where (kind = 'key' and id = ?) or (kind = 'workspace' and id = ?) or (kind = 'organization' and id = ?)`;
const SET_USED = 'update mg_spending set used = ? where kind = ? and id = ?';
const PUT_COUNTED = `insert into mg_spending (kind, id, first_day, last_day, used)
  values (?, ?, ?, ?, ?) on conflict (kind, id) do update
  set first_day = excluded.first_day, last_day = excluded.last_day, used = excluded.used`;

const SPENT_IN = ofEachKind(
  (kind) =>
    `select cost as amount from mg_usage_days where ${USAGE_COLUMN[kind]} = ? and day between ? and ?`,
);
const HELD_IN = ofEachKind(
  (kind) => `select amount from mg_reservations
    where ${RESERVATION_COLUMN[kind]} = ? and day between ? and ? and state = 'open'`,
);
const DAYS_OF = ofEachKind(
  (kind) => `select day, cost as amount from mg_usage_days where ${USAGE_COLUMN[kind]} = ?`,
);
const HELD_BY = ofEachKind(
  (kind) =>
    `select amount from mg_reservations where ${RESERVATION_COLUMN[kind]} = ? and state = 'open'`,
);

function ofEachKind(build: (kind: Subject['kind']) => string): Record<Subject['kind'], string> {
  return {
    key: build('key'),
    workspace: build('workspace'),
    organization: build('organization'),
  };
}

function amounts(
  connection: SqliteConnection,
  statement: string,
  values: readonly string[],
): readonly string[] {
  // Each statement names the column.
  const rows = connection.all(statement, values) as readonly { readonly amount: string }[];
  return rows.map(({ amount }) => amount);
}

/** SQLite would add doubles. */
function sum(texts: readonly string[]): Decimal {
  return texts.map(decimal).reduce(addDecimals, { units: 0n, scale: 0 });
}
