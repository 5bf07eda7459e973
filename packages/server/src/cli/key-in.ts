import type { Administration, KeyRecord } from '@model-gateway/sql';
import { CommandError } from './io.ts';

/**
 * Returns the key that a hash names, in full or by its first eight digits or more, as logs print
 * them. Throws when the store holds no such key, or several.
 */
export async function keyIn(admin: Administration, hash: string): Promise<KeyRecord> {
  const found = await admin.keys.show(hash);
  if (found !== undefined) return found;
  const [first, second] = await startingWith(admin, hash);
  if (second !== undefined) {
    throw new CommandError(`several keys have a hash that begins with ${hash}: give more digits`);
  }
  if (first === undefined) {
    throw new CommandError(
      `there is no key with the hash ${hash}; model-gateway keys list names those there are`,
    );
  }
  return first;
}

async function startingWith(admin: Administration, hash: string): Promise<readonly KeyRecord[]> {
  const found: KeyRecord[] = [];
  if (!/^[0-9a-f]{8,63}$/.test(hash)) return found;
  for await (const key of admin.keys.export()) if (key.hash.startsWith(hash)) found.push(key);
  return found;
}
