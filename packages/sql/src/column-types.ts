import type { ColumnDataType, CreateTableBuilder, Expression } from 'kysely';

type DataType = ColumnDataType | Expression<unknown>;

/** The types of columns in one kind of database. */
export interface ColumnTypes {
  /** Text that is compared and sorted by its bytes. */
  readonly text: DataType;
  readonly whole: DataType;
  readonly exact: DataType;
  readonly truth: DataType;
  readonly fraction: DataType;
  /** An auto-incrementing whole number: the primary key. */
  readonly counter: DataType;
  /** Creates a table that may be empty after a crash, which is faster to write. */
  fleeting<Table extends string>(table: CreateTableBuilder<Table>): CreateTableBuilder<Table>;
}
