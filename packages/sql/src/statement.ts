import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from './schema.ts';

/** A statement of the request path: compiled once, run with other values each time. */
export type Statement<Values, Row> = (values: Values) => Promise<readonly Row[]>;

/** A placeholder for a value that is given when the statement is run. */
export type Value<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>;

export type BuildStatement<Values, Row> = (
  db: Kysely<Schema>,
  value: Value<Values>,
) => CompiledQuery<Row>;

export interface CompiledStatement<Values> {
  readonly sql: string;
  /** Returns the parameters in the order of the statement. */
  bind(values: Values): unknown[];
}

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export function compileStatement<Values extends object, Row>(
  db: Kysely<Schema>,
  build: BuildStatement<Values, Row>,
): CompiledStatement<Values> {
  const value: Value<Values> = (name) => sql`${new Placeholder(name)}`;
  const compiled = build(db, value);
  return {
    sql: compiled.sql,
    bind: (values) =>
      compiled.parameters.map((parameter) =>
        // Placeholders are named after the members of Values.
        parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
      ),
  };
}
