/**
 * A connection pool of `pg`, or anything that behaves like one: what `openStores({ pool })` takes.
 */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
}

export interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult>;
  /** Gives the connection back; with an error it is closed instead of used again. */
  release(error?: Error | boolean): void;
}

/** `name` makes the server prepare the statement once per connection. */
export interface PostgresQuery {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

export interface PostgresResult {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: unknown[];
}
