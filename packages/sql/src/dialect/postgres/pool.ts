/** A connection pool of `pg`, or anything that behaves like one, for `openStores({ pool })`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
}

/** A connection of a PostgreSQL pool: the part of `pg` that the stores use. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult>;
  /** Returns the connection to the pool; with an error it is closed instead of reused. */
  release(error?: Error | boolean): void;
}

/** `name` makes the server prepare the statement once per connection. */
export interface PostgresQuery {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

/** What a query of PostgreSQL returned: the part of `pg` that the stores use. */
export interface PostgresResult {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: unknown[];
}
