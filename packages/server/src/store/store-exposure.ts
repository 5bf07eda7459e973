import { statSync } from 'node:fs';
import { storeLocation } from './store-location.ts';

/**
 * Returns a sentence for the operator when other users of the machine may read or write the file of
 * a SQLite store. The mode is not changed: a group that makes backups may need it.
 */
export function storeExposure(store: string, folder: string): string | undefined {
  const [, file] = /^sqlite:(?!:memory:)(.+)$/.exec(storeLocation(store, folder)) ?? [];
  if (file === undefined || process.platform === 'win32') return undefined;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & OF_OTHERS) === 0) return undefined;
  const digits = (mode & 0o777).toString(8);
  return `other users of this machine may open the store ${file} (mode ${digits}); chmod 600 on it, its -wal and its -shm keeps them out`;
}

/** What group and others may do. */
const OF_OTHERS = 0o077;
