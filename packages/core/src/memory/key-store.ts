import { keyProblem } from '../pipeline/key-problem.ts';
import type { ApiKey, KeyStore } from '../ports/key-store.ts';

/** A key store in memory, with a way to fill it. */
export interface MemoryKeyStore extends KeyStore {
  /** Adds a key, or replaces the one with the same digest. Throws a `TypeError` for another value. */
  put(key: ApiKey): void;
}

/**
 * Creates a key store in memory. The keys that it returns are frozen. Throws a `TypeError` for a
 * value that is not a key.
 *
 * @example
 * const keys = createMemoryKeyStore([createApiKey('my-key')]);
 */
export function createMemoryKeyStore(keys: Iterable<ApiKey> = []): MemoryKeyStore {
  const byHash = new Map<string, ApiKey>();
  const put = (key: ApiKey) => {
    const problem = keyProblem(key);
    if (problem !== undefined) {
      throw new TypeError(
        `a key store in memory holds keys: ${problem}; make one with createApiKey('the text of a key')`,
      );
    }
    byHash.set(key.hash, frozen(key));
  };
  for (const key of keys) put(key);
  return { put, findByHash: async (hash) => byHash.get(hash) };
}

function frozen(key: ApiKey): ApiKey {
  const allowedModels = key.allowedModels === null ? null : Object.freeze([...key.allowedModels]);
  return Object.freeze({ ...key, allowedModels, limits: Object.freeze({ ...key.limits }) });
}
