import { StoreUnavailableError } from '@model-gateway/core';
import { codeOf } from '@model-gateway/core/kit';

/** Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const SERIALIZATION = new Set(['40001', '40P01']);
const AWAY_CLASSES = new Set(['08', '57']);
/** A transaction was idle, or open, for too long, and the server closed its connection. */
const ENDED = new Set(['25P03', '25P04']);
const FULL_CLASS = '53';
const READ_ONLY = '25006';
const LOCKED = '55P03';
/** Of a class that else means a server that goes down. */
const CANCELED = '57014';

/** Returns whether the statement lost against another transaction and may simply be run again. */
export function isConflict(error: unknown): boolean {
  const own = error instanceof StoreUnavailableError ? error.cause : error;
  return SERIALIZATION.has(codeOf(own) ?? '');
}

/** Returns whether the connection may no longer be used. */
export function endsConnection(error: unknown): boolean {
  const code = codeOf(error);
  // An error of the statement has a code of five characters and leaves the connection as it was.
  if (code?.length !== 5) return true;
  return (AWAY_CLASSES.has(code.slice(0, 2)) && code !== CANCELED) || ENDED.has(code);
}

/** Translates an error of the server or the socket for callers; returns other errors unchanged. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const code = codeOf(error);
  if (endsConnection(error)) {
    return new StoreUnavailableError('away', 'the database cannot be reached', error);
  }
  if (isConflict(error)) {
    return new StoreUnavailableError('busy', 'others changed the same rows meanwhile', error);
  }
  if (code?.startsWith(FULL_CLASS) === true) {
    return new StoreUnavailableError(
      'full',
      'the database has no room or no connection left',
      error,
    );
  }
  if (code === CANCELED) {
    return new StoreUnavailableError(
      'deadline',
      'the database canceled a statement: its statement_timeout is too short, or somebody canceled it',
      error,
    );
  }
  if (code === LOCKED) {
    return new StoreUnavailableError('busy', 'something else holds a lock for too long', error);
  }
  if (code === READ_ONLY) {
    return new StoreUnavailableError(
      'read-only',
      'the database is read-only: the URL must name the primary server',
      error,
    );
  }
  return error;
}
