import type { ApiKey, WritableKeyStore } from '@model-gateway/core';
import { createAccountKeys } from './account-keys.ts';
import type { Changes } from './changes.ts';
import type { Database } from './database.ts';
import { IS_GUARDED } from './guardrail-store.ts';
import type { ChangeKeys } from './key-changes.ts';
import { toFoundKey, type FoundKeyRow } from './key-rows.ts';
import type { KeyUsage } from './key-usage.ts';

export interface KeyStoreOptions {
  /** How long a key that was read stays valid while the database is unavailable. */
  readonly staleKeySeconds: number;
  /** Gets every key that has no guardrail. */
  readonly unguarded: WeakSet<object>;
}

/** The number of digests kept in memory; a new one replaces the oldest. */
const KEPT = 10_000;

/**
 * Creates the key store. A key that was read is kept in memory until any key changes, which this
 * process sees at once and others by a notice or by polling. A key is found by the digest of its
 * text, and of the text before while its grace lasts.
 */
export function createKeyStore(
  database: Database,
  changes: Changes,
  changeKeys: ChangeKeys,
  usage: KeyUsage,
  { staleKeySeconds, unguarded }: KeyStoreOptions,
): WritableKeyStore {
  const find = database.prepare<{ digest: string }, FoundKeyRow>('reads', (db, value) =>
    db
      .selectFrom('mg_keys as keys')
      .leftJoin('mg_workspaces as workspaces', 'workspaces.id', 'keys.workspace_id')
      .where(({ or, eb }) =>
        or([eb('keys.digest', '=', value('digest')), eb('keys.old_digest', '=', value('digest'))]),
      )
      .selectAll('keys')
      .select(['workspaces.state as workspace_state', IS_GUARDED.as('is_guarded')])
      .compile(),
  );
  let known = new Map<string, ApiKey>();
  changes.onChange('keys', () => {
    known = new Map();
  });

  return {
    ...createAccountKeys(database, changeKeys),
    findByHash(digest) {
      const isFresh = changes.age() <= staleKeySeconds * 1000;
      const kept = known.get(digest);
      if (kept === undefined || !isFresh) return DIGEST.test(digest) ? read(digest) : undefined;
      usage.note(kept.hash);
      return kept;
    },
  };

  async function read(digest: string): Promise<ApiKey | undefined> {
    const into = known;
    const [row] = await find({ digest });
    if (row === undefined) return undefined;
    const key = toFoundKey(row, digest);
    if (!row.is_guarded) unguarded.add(key);
    // After a change in between there is a new map, and this key may be from before the change.
    keep(into, digest, key);
    usage.note(key.hash);
    return key;
  }
}

const DIGEST = /^[0-9a-f]{64}$/;

function keep(known: Map<string, ApiKey>, digest: string, key: ApiKey): void {
  const [oldest] = known.keys();
  if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
  known.set(digest, key);
}
