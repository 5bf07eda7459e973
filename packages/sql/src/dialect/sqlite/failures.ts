import { StoreUnavailableError } from '@model-gateway/core';

/** SQLite's primary result codes, https://sqlite.org/rescode.html. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** Returns whether another process holds the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
}

/** Translates an error of SQLite for callers; returns other errors unchanged. */
export function toStoreError(error: unknown): unknown {
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
      return new StoreUnavailableError(
        'busy',
        'the database file stayed locked by another process for longer than busyTimeoutMs',
        error,
      );
    case READONLY:
      return new StoreUnavailableError(
        'read-only',
        'the database file or its folder may only be read: give this user the right to write both',
        error,
      );
    case FULL:
      return new StoreUnavailableError(
        'full',
        'the disk of the database file is full, or a database in memory has reached 1 GiB: free some space; nothing was half written',
        error,
      );
    case CANTOPEN:
      return new StoreUnavailableError(
        'away',
        'the database file cannot be opened: its folder must exist and be readable',
        error,
      );
    case IOERR:
      return new StoreUnavailableError('broken', 'the database file cannot be read', error);
    case CORRUPT:
    case NOTADB:
      return new StoreUnavailableError(
        'broken',
        'the file is not an intact SQLite database: bring back a backup',
        error,
      );
    default:
      return error;
  }
}

/** Returns the primary code; the bits above it refine it. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
