import { accountOf } from '../accounts/account-of.ts';
import { toKeyLimits } from '../accounts/key-limits.ts';
import { keyProblem } from '../pipeline/key-problem.ts';
import type { ApiKey, KeyRecord, KeyUpdate, WritableKeyStore } from '../ports/key-store.ts';
import { pageOf } from './page-of.ts';

/** A key store in memory, with ways to fill and copy it. */
export interface MemoryKeyStore extends WritableKeyStore {
  /** Adds a key, or replaces the one with the same digest. Throws a `TypeError` for another value. */
  put(key: ApiKey | KeyRecord): void;
  has(hash: string): boolean;
  /** Returns a copy of all keys, to start another store with. */
  contents(): readonly KeyRecord[];
}

/**
 * Creates a key store in memory. The keys that it returns are frozen. One that does not say when it
 * was made counts as made in 1970. Throws a `TypeError` for a value that is not a key.
 *
 * @example
 * const keys = createMemoryKeyStore([createApiKey('my-key')]);
 */
export function createMemoryKeyStore(keys: Iterable<ApiKey | KeyRecord> = []): MemoryKeyStore {
  const byHash = new Map<string, Kept>();
  const put = (given: ApiKey | KeyRecord) => {
    const problem = keyProblem(given);
    if (problem !== undefined) {
      throw new TypeError(
        `a key store in memory holds keys: ${problem}; make one with createApiKey('the text of a key')`,
      );
    }
    byHash.set(given.hash, keptOf(given));
  };
  for (const key of keys) put(key);
  const ofAccount = (accountId: string, hash: string) => {
    const kept = byHash.get(hash);
    return kept !== undefined && accountOf(kept.key) === accountId ? kept : undefined;
  };
  const inWorkspace = (accountId: string, workspaceId: string) =>
    [...byHash.values()].filter(
      ({ key }) => accountOf(key) === accountId && isSame(key.workspaceId, workspaceId),
    );

  return {
    put,
    has: (hash) => byHash.has(hash),
    contents: () => [...byHash.values()].map(recordOf),
    findByHash: (hash) => byHash.get(hash)?.key,
    async list({ accountId, workspaceId, includeDisabled, ...page }) {
      const found = inWorkspace(accountId, workspaceId)
        .filter(({ key }) => includeDisabled || key.state === 'active')
        .toSorted(newestFirst);
      return pageOf(found.map(recordOf), page);
    },
    async get(accountId, hash) {
      const kept = ofAccount(accountId, hash);
      return kept && recordOf(kept);
    },
    async create(record) {
      if (byHash.has(record.hash)) throw new Error(`there is a key ${record.hash} already`);
      put(record);
    },
    async update(accountId, hash, change) {
      const kept = ofAccount(accountId, hash);
      if (kept === undefined) return undefined;
      put(changed(recordOf(kept), change));
      return recordOf(byHash.get(hash) ?? kept);
    },
    async delete(accountId, hash) {
      return ofAccount(accountId, hash) !== undefined && byHash.delete(hash);
    },
    hasWorkspace: async (accountId, workspaceId) => inWorkspace(accountId, workspaceId).length > 0,
  };
}

/** A key as the gateway gets it, and the rest of its record. */
interface Kept extends Pick<KeyRecord, 'mask' | 'createdAt' | 'updatedAt'> {
  readonly key: ApiKey;
}

const UNKNOWN_TIME = new Date(0).toISOString();

function keptOf(given: ApiKey | KeyRecord): Kept {
  const unknown = { mask: null, createdAt: UNKNOWN_TIME, updatedAt: null };
  const { mask, createdAt, updatedAt, ...key } = { ...unknown, ...given };
  return { key: frozen(key), mask, createdAt, updatedAt };
}

function recordOf({ key, ...rest }: Kept): KeyRecord {
  return structuredClone({ ...key, ...rest });
}

function frozen(key: ApiKey): ApiKey {
  const allowedModels = key.allowedModels === null ? null : Object.freeze([...key.allowedModels]);
  return Object.freeze({ ...key, allowedModels, limits: Object.freeze({ ...key.limits }) });
}

function changed(record: KeyRecord, { updatedAt, label, state, limits }: KeyUpdate): KeyRecord {
  return {
    ...record,
    updatedAt,
    label: label ?? record.label,
    state: state === undefined || record.state === 'revoked' ? record.state : state,
    limits: toKeyLimits(limits ?? {}, record.limits),
  };
}

function newestFirst(a: Kept, b: Kept): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.key.hash < b.key.hash ? -1 : 1);
}

/** UUIDs compare without case. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
