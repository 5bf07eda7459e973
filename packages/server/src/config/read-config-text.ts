import { open } from 'node:fs/promises';
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
 * read, and for more than 1 MiB, of which it reads no more.
 */
export async function readConfigText(file: string): Promise<string> {
  const bytes = Buffer.alloc(MOST_BYTES + 1);
  let length = 0;
  try {
    await using handle = await open(file);
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      ({ bytesRead: read } = await handle.read(bytes, length, bytes.length - length));
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
