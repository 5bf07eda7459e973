import assert from 'node:assert/strict';
import type { Destination, DestinationStore, StoredDestination } from '@model-gateway/core';
import { sampleUuid } from '../sample-records.ts';

/** A destination store, and how its owner changes it, which is not part of the port. */
export interface DestinationStoreSubject {
  readonly store: DestinationStore;
  /** Adds a destination, or replaces the one with the same id, whatever its version. */
  put(stored: StoredDestination): Promise<void>;
  /** Removes a destination. */
  remove(id: string): Promise<void>;
}

export const ACCOUNT = 'org_1';
const WORKSPACE = sampleUuid(9001);

export async function putAll(
  { put }: DestinationStoreSubject,
  destinations: readonly Destination[],
  accountId = ACCOUNT,
): Promise<void> {
  for (const destination of destinations) await put({ destination, accountId });
}

/** Lists a page, the first by default, of the default workspace. */
export function list(
  store: DestinationStore,
  query: Partial<Parameters<DestinationStore['list']>[0]> = {},
) {
  return store.list({
    accountId: ACCOUNT,
    workspaceId: WORKSPACE,
    offset: 0,
    limit: 100,
    ...query,
  });
}

export async function idsOf(store: DestinationStore, query: Parameters<typeof list>[1] = {}) {
  return (await list(store, query)).items.map(({ id }) => id);
}

export async function found(store: DestinationStore, id: string) {
  const versioned = await store.get(id);
  assert.ok(versioned, `${id} was not found`);
  return versioned;
}
