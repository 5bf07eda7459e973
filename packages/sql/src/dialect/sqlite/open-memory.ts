import type { DatabaseSync } from 'node:sqlite';

/** In a folder that does not exist. Without a slash in front it belongs to its connection alone. */
const IN_MEMORY = 'file:memory/of-its-own?vfs=memdb';

/**
 * Opens a database in memory. Its pages are in a file of SQLite's `memdb`, beside a small cache of
 * them. Those of `:memory:` are all in the cache, which many commits look through from one end to
 * the other, so that a request costs the more the longer the process runs.
 */
export function openMemory(Database: typeof DatabaseSync): DatabaseSync {
  try {
    return new Database(IN_MEMORY);
  } catch {
    // Node before 22.15 does not read URIs, and finds no such folder.
    return new Database(':memory:');
  }
}
