import { sql } from 'kysely';
import type { ColumnTypes } from '../../column-types.ts';

export const SQLITE_TYPES: ColumnTypes = {
  text: 'text',
  whole: 'integer',
  exact: 'text',
  truth: 'integer',
  fraction: 'real',
  // "integer primary key" alone reuses the numbers of deleted rows.
  counter: sql`integer`,
  fleeting: (table) => table,
};
