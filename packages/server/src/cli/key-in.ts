import type { Administration, KeyRecord } from '@model-gateway/sql';
import { CommandError } from './io.ts';

/**
 * Returns the key that a hash names, in full or by its first eight digits or more, as logs print
 * them. Throws when the store holds no such key, or several.
 */
export async function keyIn(admin: Administration, hash: string): Promise<KeyRecord> {
  const found = await admin.keys.show(hash);
  if (found !== undefined) return found;
  const isPart = /^[0-9a-f]{8,63}$/.test(hash);
  const [first, second] = isPart ? await admin.keys.list({ startsWith: hash, limit: 2 }) : [];
  if (second !== undefined) {
    throw new CommandError(`several keys have a hash that begins with ${hash}: give more digits`);
  }
  if (first === undefined) {
    throw new CommandError(
      `there is no key with the hash ${hash}; model-gateway keys list shows those that exist`,
    );
  }
  return first;
}
