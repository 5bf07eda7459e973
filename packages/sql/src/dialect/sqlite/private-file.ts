import { closeSync, existsSync, openSync } from 'node:fs';

/**
 * Makes an empty file that only its owner may read, unless there is one: SQLite would make it
 * readable for everyone, and gives its log (`-wal`, `-shm`) the mode of the file. The mode of an
 * existing file is its owner's choice. A file that cannot be made is left to SQLite, which says why.
 */
export function makePrivateFile(file: string): void {
  // SQLite reads names that begin with `file:` as URIs, whose parameters may forbid to make one.
  if (file === ':memory:' || file.startsWith('file:')) return;
  // Closing an existing file would end the locks that other connections of this process have on it.
  if (existsSync(file)) return;
  try {
    // Not exclusively: a link may lead to a file that does not exist yet.
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // As above.
  }
}
