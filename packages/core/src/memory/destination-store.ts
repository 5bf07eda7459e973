import type { DestinationFeed } from '../ports/destination-feed.ts';
import type { DestinationStore, StoredDestination, Versioned } from '../ports/destination-store.ts';
import type { Destination } from '../resources/destination.ts';
import { pageOf } from './page-of.ts';

/** A destination store in memory, with ways to fill and copy it. */
export interface MemoryDestinationStore extends DestinationStore, Required<DestinationFeed> {
  /** Adds a destination, or replaces the one with the same id, whatever its version. */
  put(stored: StoredDestination): void;
  /** Removes a destination. Idempotent. */
  remove(id: string): void;
  /** Returns the current contents, shared rather than copied, to start another store with. */
  contents(): DestinationStoreContents;
}

/** The contents of a memory store at one moment. Opaque and immutable. */
export interface DestinationStoreContents {
  readonly byId: ReadonlyMap<string, Versioned<StoredDestination>>;
  readonly versions: number;
}

/** Creates a destination store in memory. Copies what it receives and what it returns. */
export function createMemoryDestinationStore(
  destinations: Iterable<StoredDestination> | DestinationStoreContents = [],
): MemoryDestinationStore {
  const isContents = 'byId' in destinations;
  const byId = new Map(isContents ? destinations.byId : []);
  let versions = isContents ? destinations.versions : 0;
  // Versions are never reused, so that one of a removed destination is stale for its successor.
  const listeners = new Set<(workspaceId: string | undefined) => void>();
  const announce = (...changed: (StoredDestination | undefined)[]) => {
    const workspaces = new Set(changed.flatMap((item) => item?.destination.workspace_id ?? []));
    for (const listener of listeners) for (const id of workspaces) listener(id);
  };
  const keep = (item: StoredDestination) => {
    const key = keyOf(item.destination.id);
    const before = byId.get(key)?.item;
    byId.set(key, { item, version: String(++versions) });
    announce(before, item);
  };
  const put = (stored: StoredDestination) => keep(structuredClone(stored));
  if (!isContents) for (const stored of destinations) put(stored);

  return {
    put,
    remove(id) {
      const before = byId.get(keyOf(id))?.item;
      byId.delete(keyOf(id));
      announce(before);
    },
    contents: () => ({ byId: new Map(byId), versions }),
    async list({ accountId, workspaceId, ...page }) {
      const found = [...byId.values()]
        .map(({ item }) => item)
        .filter((item) => item.accountId === accountId)
        .map(({ destination }) => destination)
        .filter(({ workspace_id }) => keyOf(workspace_id) === keyOf(workspaceId))
        .sort(newestFirst);
      return pageOf(found, page);
    },
    async destinationsIn(workspaceId) {
      const found = [...byId.values()]
        .map(({ item }) => item.destination)
        .filter(({ workspace_id }) => keyOf(workspace_id) === keyOf(workspaceId));
      return structuredClone(found);
    },
    subscribe(listener) {
      // A function of its own, so that one listener may subscribe twice.
      const entry = (workspaceId: string | undefined) => listener(workspaceId);
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    get: async (id) => structuredClone(byId.get(keyOf(id))),
    async replace(next, expectedVersion) {
      const current = byId.get(keyOf(next.id));
      if (current === undefined) return 'missing';
      if (current.version !== expectedVersion) return 'stale';
      keep({ accountId: current.item.accountId, destination: structuredClone(next) });
      return 'replaced';
    },
  };
}

/** UUIDs compare without case. */
function keyOf(uuid: string): string {
  return uuid.toLowerCase();
}

function newestFirst(a: Destination, b: Destination): number {
  const later = Date.parse(b.created_at) - Date.parse(a.created_at);
  if (later !== 0) return later;
  return a.id < b.id ? 1 : -1;
}
