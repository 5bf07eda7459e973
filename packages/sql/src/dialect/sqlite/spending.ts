import { addDecimals, formatDecimal, type Decimal, type Subject } from '@model-gateway/core';
import type { SpentQuery, SpentRow, SubjectWindow } from '../../database.ts';
import { RESERVATION_ID, USAGE_ID } from '../../subject-columns.ts';
import type { SqliteConnection } from './connection.ts';
import type { Counter } from './counters.ts';
import { decimal } from '../../decimal.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';

/** Counts a subject anew. */
export function recount(
  ledger: LedgerTransaction,
  { counter, kind, id, first, last }: SubjectWindow,
): Counter {
  // What was paid for in this transaction counts, too.
  ledger.write();
  const { connection, counters } = ledger;
  const values = [id, first, last];
  const used = sum([
    ...amounts(connection, SPENT_IN[kind], values),
    ...amounts(connection, HELD_IN[kind], values),
  ]);
  const counted = { counter, id, first, last, used };
  counters.put(counted);
  return counted;
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

interface DayRow {
  readonly day: string;
  readonly amount: string;
}

const SPENT_IN = ofEachKind(
  (kind) =>
    `select cost as amount from mg_usage_days where ${USAGE_ID[kind]} = ? and day between ? and ?`,
);
const HELD_IN = ofEachKind(
  (kind) => `select amount from mg_reservations
    where ${RESERVATION_ID[kind]} = ? and day between ? and ? and state = 'open'`,
);
const DAYS_OF = ofEachKind(
  (kind) => `select day, cost as amount from mg_usage_days where ${USAGE_ID[kind]} = ?`,
);
const HELD_BY = ofEachKind(
  (kind) =>
    `select amount from mg_reservations where ${RESERVATION_ID[kind]} = ? and state = 'open'`,
);

function ofEachKind(build: (kind: Subject['kind']) => string): Record<Subject['kind'], string> {
  return {
    key: build('key'),
    member: build('member'),
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
