import type { SqliteConnection } from './connection.ts';
import { Turns } from './turns.ts';

/** A connection, and whose turn it is to use it. */
export interface OpenDatabase {
  readonly connection: SqliteConnection;
  readonly turns: Turns;
  /** Closes it; a shared one with its last user. */
  close(): void;
}

interface Shared extends OpenDatabase {
  users: number;
}

/** By name: `sqlite::memory:NAME` is one database for all stores of a process that open it. */
const DATABASES = new Map<string, Promise<Shared>>();

/** Opens a database in memory by name; the first one to ask makes it by `connect`. */
export async function openSharedMemory(
  name: string,
  connect: () => Promise<SqliteConnection>,
): Promise<OpenDatabase> {
  const known = DATABASES.get(name);
  const opening = known ?? create(name, connect);
  if (known === undefined) DATABASES.set(name, opening);
  const database = await opening;
  database.users++;
  return database;
}

async function create(name: string, connect: () => Promise<SqliteConnection>): Promise<Shared> {
  const connection = await connect();
  const database: Shared = {
    connection,
    turns: new Turns(),
    users: 0,
    close() {
      if (--database.users > 0) return;
      DATABASES.delete(name);
      connection.close();
    },
  };
  return database;
}
