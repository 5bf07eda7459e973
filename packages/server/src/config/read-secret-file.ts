import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { codeOf } from '@model-gateway/core/kit';

/** Far more than any secret has. */
export const MOST_SECRET_BYTES = 64 * 1024;

/** The text of a file, or what is wrong with it: `is a folder, not a file`. */
export type FileReading = { readonly text: string } | { readonly problem: string };

/**
 * Reads a file that holds a secret, without the space around it. Refuses more than 64 KiB, and what
 * is not a regular file: reading a device or a pipe may never end. A link is followed.
 */
export function readSecretFile(file: string): FileReading {
  let descriptor: number | undefined;
  try {
    // A pipe would wait for its writer otherwise.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const kind = kindOf(fstatSync(descriptor));
    if (kind !== undefined) return { problem: `is a ${kind}, not a file` };
    const bytes = Buffer.alloc(MOST_SECRET_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    if (length > MOST_SECRET_BYTES)
      return { problem: 'holds more than 64 KiB, which no secret does' };
    const text = bytes.toString('utf8', 0, length).trim();
    return text === '' ? { problem: 'is empty' } : { text };
  } catch (error) {
    return { problem: `cannot be read (${codeOf(error) ?? 'unreadable'})` };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Undefined for a regular file. */
function kindOf(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'folder';
  return stats.isFIFO() ? 'pipe' : 'device';
}
