import type { ApiKey, KeyStore } from '../ports/key-store.ts';

export interface MemoryKeyStore extends KeyStore {
  /** Adds a key, or replaces the one with the same digest. */
  put(key: ApiKey): void;
}

/** A key store in memory. What it hands out is frozen, so that no caller can change what is kept. */
export function createMemoryKeyStore(keys: Iterable<ApiKey> = []): MemoryKeyStore {
  const byHash = new Map<string, ApiKey>();
  const put = (key: ApiKey) => void byHash.set(key.hash, frozen(key));
  for (const key of keys) put(key);
  return { put, findByHash: async (hash) => byHash.get(hash) };
}

function frozen(key: ApiKey): ApiKey {
  const allowedModels = key.allowedModels === null ? null : Object.freeze([...key.allowedModels]);
  return Object.freeze({ ...key, allowedModels });
}
