import { createMemoryKeyStore, type KeyRecord, type MemoryKeyStore } from '@model-gateway/core';
import type { MockKeyName, MockKeys } from '../mock-keys.ts';

/** The keys of a tenant at one moment. */
export interface TenantKeys {
  /** Those that every tenant has, by their purpose; those that clients deleted are not there. */
  readonly own: { readonly [Name in MockKeyName]?: KeyRecord };
  /** Those that clients made. */
  readonly made: readonly KeyRecord[];
}

/** Returns the keys of a tenant that no client has changed. */
export function firstKeys({ stored }: MockKeys): TenantKeys {
  return { own: stored, made: [] };
}

/** Returns a store of the keys; its own have the texts of `keys`, since those of a fork differ. */
export function storeOfKeys({ stored }: MockKeys, { own, made }: TenantKeys): MemoryKeyStore {
  const renewed = namesOf(stored).flatMap((name) => {
    const [key, { hash, mask }] = [own[name], stored[name]];
    return key === undefined ? [] : [{ ...key, hash, mask }];
  });
  return createMemoryKeyStore([...renewed, ...made]);
}

/** Returns the keys that a store holds. */
export function keysIn({ stored }: MockKeys, store: MemoryKeyStore): TenantKeys {
  const all = store.contents();
  const byHash = new Map(all.map((key) => [key.hash, key]));
  const own = namesOf(stored).flatMap((name) => {
    const key = byHash.get(stored[name].hash);
    return key === undefined ? [] : [[name, key] as const];
  });
  const hashes = new Set(Object.values(stored).map(({ hash }) => hash));
  return { own: Object.fromEntries(own), made: all.filter(({ hash }) => !hashes.has(hash)) };
}

function namesOf(stored: MockKeys['stored']): readonly MockKeyName[] {
  // Object.keys forgets that these are the names.
  return Object.keys(stored) as MockKeyName[];
}
