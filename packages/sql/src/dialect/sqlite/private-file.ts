import { closeSync, existsSync, openSync } from 'node:fs';

/**
 * Makes an empty file that only its owner may read, unless there is one: SQLite would make it
 * readable for everyone, and gives its log (`-wal`, `-shm`) the mode of the file. The mode of an
 * existing file is its owner's choice. A file that cannot be made is left to SQLite, which says why.
 */
export function makePrivateFile(file: string): void {
  // Closing an existing file would end the locks that other connections of this process have on it.
  if (!isMissingFile(file)) return;
  try {
    // Not exclusively: a link may lead to a file that does not exist yet.
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // As above.
  }
}

/** Returns whether opening a database by this name would make its file. */
export function isMissingFile(name: string): boolean {
  // SQLite reads names that begin with `file:` as URIs, whose parameters may forbid to make one.
  const isFile = !name.startsWith(':memory:') && !name.startsWith('file:');
  return isFile && !existsSync(name);
}
