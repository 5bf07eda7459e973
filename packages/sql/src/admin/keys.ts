import { toKeyLimits, type ApiKey } from '@model-gateway/core';
import { mintKey } from '@model-gateway/core/kit';
import type { Transaction } from 'kysely';
import { toKeyRecord, type KeyInsert, type KeyRow } from '../key-rows.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requirePrintable } from '../storable-text.ts';
import { AdministrationError } from '../administration-error.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportAll, importAll, type ImportOptions, type Records } from './batches.ts';
import type { KeyChange, KeyRecord, KeyWithText, NewKey } from './key-record.ts';
import { changedColumns, checkedRows, type ImportedKey } from './key-schema.ts';
import { selectKeys, type KeyFilter } from './select-keys.ts';

/** Administers keys, which are stored as hashes. */
export interface KeyAdministration {
  /** Creates a key. */
  create(key: NewKey): Promise<KeyWithText>;
  show(hash: string): Promise<KeyRecord | undefined>;
  /** Returns keys that match, in the order of hashes. */
  list(filter: KeyFilter): Promise<readonly KeyRecord[]>;
  /** Changes members of the key, which keeps its text; returns false when the key does not exist. */
  update(hash: string, change: KeyChange): Promise<boolean>;
  /**
   * Gives the key a new text, and refuses the one that it had after `graceSeconds`; one from an
   * earlier rotation ends at once. Everything else, its hash too, stays: it is the same key.
   * Undefined when the key does not exist.
   */
  rotate(
    hash: string,
    options: { readonly graceSeconds: number },
  ): Promise<KeyWithText | undefined>;
  /** Refuses the key until `enable`; returns false when the key does not exist. */
  disable(hash: string): Promise<boolean>;
  enable(hash: string): Promise<boolean>;
  /** Refuses the key for good, and keeps its record. */
  revoke(hash: string): Promise<boolean>;
  delete(hash: string): Promise<boolean>;
  /**
   * Adds keys by their digests and replaces existing ones, all of them or none; one without `texts`
   * leaves the texts of the one that is there.
   */
  import(keys: Records<ApiKey & Partial<KeyRecord>>, options?: ImportOptions): Promise<number>;
  /** Yields every key, in the order of digests. */
  export(): AsyncGenerator<KeyRecord>;
}

export function createKeyAdministration({
  database,
  changeKeys,
  clock,
}: AdministrationContext): KeyAdministration {
  const { db } = database;
  const now = () => new Date(clock.now()).toISOString();
  /** Changes the columns of a key in one of these states; returns it as it is then. */
  const set = async (
    hash: string,
    columns: Partial<KeyInsert>,
    from: readonly ApiKey['state'][] = STATES,
    digest?: string,
  ) => {
    if (!isStorable(hash)) return undefined;
    return changeKeys((trx) => {
      const change = trx
        .updateTable('mg_keys')
        .set({ updated_at: now(), ...columns })
        .where('hash', '=', hash)
        .where('state', 'in', from);
      const one = digest === undefined ? change : change.where('digest', '=', digest);
      return one.returningAll().executeTakeFirst();
    });
  };
  const setState = async (hash: string, state: ApiKey['state'], from = OPEN) =>
    (await set(hash, { state }, from)) !== undefined;
  const show = async (hash: string) => {
    if (!isStorable(hash)) return undefined;
    const keys = db.selectFrom('mg_keys').selectAll();
    const row = await keys.where('hash', '=', hash).executeTakeFirst();
    return row && toRecord(row);
  };
  const list = async (filter: KeyFilter) => (await selectKeys(db, filter)).map(toRecord);
  const write: KeyAdministration['import'] = (keys, options) =>
    importAll(changeKeys, checkedRows(keys, now()), replaceKeys, options);

  return {
    show,
    list,
    async create(wanted) {
      requirePrintable({ label: wanted.label });
      const { text, hash, mask } = mintKey(wanted.kind ?? 'inference');
      await write([{ ...toApiKey(wanted, hash), mask }]);
      const key = await show(hash);
      if (key === undefined) throw new AdministrationError('the key was deleted meanwhile');
      return { key, text };
    },
    update: async (hash, wanted) => (await set(hash, changedColumns(wanted))) !== undefined,
    async rotate(hash, { graceSeconds }) {
      for (;;) {
        const found = await show(hash);
        const [current] = found?.texts ?? [];
        if (found === undefined || current === undefined) return undefined;
        const { text, hash: digest, mask } = mintKey(found.kind);
        const at = clock.now();
        const columns = {
          digest,
          mask,
          old_digest: current.digest,
          old_digest_ends_ms: at + graceSeconds * 1000,
          updated_at: new Date(at).toISOString(),
        };
        // Another rotation in between would leave a text that was handed out and never worked.
        const row = await set(hash, columns, STATES, current.digest);
        if (row !== undefined) return { key: toRecord(row), text };
      }
    },
    disable: (hash) => setState(hash, 'disabled'),
    enable: (hash) => setState(hash, 'active'),
    revoke: (hash) => setState(hash, 'revoked', STATES),
    delete: async (hash) => {
      if (!isStorable(hash)) return false;
      const { numDeletedRows } = await changeKeys((trx) =>
        trx.deleteFrom('mg_keys').where('hash', '=', hash).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
    import: write,
    export: () =>
      exportAll<KeyRow, KeyRecord>(
        (after, limit) => selectKeys(db, { after: after?.hash, limit }),
        toRecord,
      ),
  };
}

const OPEN: readonly ApiKey['state'][] = ['active', 'disabled'];
const STATES: readonly ApiKey['state'][] = [...OPEN, 'revoked'];

async function replaceKeys(trx: Transaction<Schema>, keys: readonly ImportedKey[]): Promise<void> {
  for (const { row, changes } of keys) {
    await trx
      .insertInto('mg_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet(changes))
      .execute();
  }
}

/** An active key; what is left out is null. */
function toApiKey(wanted: NewKey, hash: string): ApiKey {
  return {
    hash,
    label: wanted.label,
    kind: wanted.kind ?? 'inference',
    userId: wanted.userId,
    organizationId: wanted.organizationId ?? null,
    workspaceId: wanted.workspaceId,
    allowedModels: wanted.allowedModels ?? null,
    creditAccountId: wanted.creditAccountId ?? null,
    limits: toKeyLimits(wanted.limits === undefined ? {} : wanted.limits),
    state: 'active',
    expiresAt: wanted.expiresAt ?? null,
  };
}

function toRecord(row: KeyRow): KeyRecord {
  const { digest, old_digest: old, old_digest_ends_ms: oldEnds } = row;
  const before = old === null ? [] : [{ digest: old, endsAt: isoOrNull(oldEnds) }];
  return {
    ...toKeyRecord(row),
    lastUsedAt: isoOrNull(row.last_used_ms),
    texts: [{ digest, endsAt: null }, ...before],
  };
}

function isoOrNull(milliseconds: number | string | null): string | null {
  return milliseconds === null ? null : new Date(Number(milliseconds)).toISOString();
}
