import { closeSync, openSync, readSync } from 'node:fs';
import { codeOf } from '@model-gateway/core/kit';
import { ConfigError } from './config-error.ts';

/** Far more than any configuration has. */
const MOST_BYTES = 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file; "model-gateway init" writes one',
  EISDIR: 'is a folder, not a file',
  EACCES: 'may not be read by this user',
};

/**
 * Reads a configuration's text, from a pipe too. Throws `ConfigError` for a file that cannot be
 * read, and for more than 1 MiB, of which it reads no more. Waits for the file in this thread, which
 * has nothing else to do: a start needs none of libuv's threads without it.
 */
export function readConfigText(file: string): string {
  const bytes = Buffer.alloc(MOST_BYTES + 1);
  let length = 0;
  try {
    const descriptor = openSync(file, 'r');
    try {
      for (let read = -1; read !== 0 && length < bytes.length; length += read) {
        read = readSync(descriptor, bytes, length, bytes.length - length, null);
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const code = codeOf(error) ?? '';
    throw new ConfigError(file, [{ message: REASONS[code] ?? `cannot be read (${code})` }]);
  }
  if (length > MOST_BYTES) {
    throw new ConfigError(file, [{ message: 'a configuration has at most 1 MiB, this has more' }]);
  }
  return bytes.toString('utf8', 0, length);
}
