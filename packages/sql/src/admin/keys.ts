import type { ApiKey, KeyKind } from '@model-gateway/core';
import type { Insertable, Selectable } from 'kysely';
import * as v from 'valibot';
import { bump } from '../bump.ts';
import { toKey } from '../key-store.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requireStorable } from '../storable-text.ts';
import { AdministrationError } from '../administration-error.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportAll, importAll, type ImportOptions, type Records } from './batches.ts';
import { checked, TimestampSchema } from './checked.ts';
import { mintKey } from './mint-key.ts';

/** A key with members that the gateway itself does not need. */
export interface KeyRecord extends ApiKey {
  readonly createdAt: string;
  /** To a minute or so; null until the first use. */
  readonly lastUsedAt: string | null;
}

export interface NewKey {
  readonly label: string;
  /** `inference` by default. */
  readonly kind?: KeyKind | undefined;
  readonly userId: string;
  readonly workspaceId: string;
  readonly organizationId?: string | null | undefined;
  readonly allowedModels?: readonly string[] | null | undefined;
  readonly creditAccountId?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
}

export interface KeyAdministration {
  /** Creates a key. Only the result holds its text: show it once. */
  create(key: NewKey): Promise<{ readonly key: KeyRecord; readonly text: string }>;
  show(hash: string): Promise<KeyRecord | undefined>;
  /** Refuses the key until `enable`; returns false when the key does not exist. */
  disable(hash: string): Promise<boolean>;
  enable(hash: string): Promise<boolean>;
  /** Refuses the key for good, and keeps its record. */
  revoke(hash: string): Promise<boolean>;
  delete(hash: string): Promise<boolean>;
  /** Adds keys by their digests and replaces existing ones, all of them or none. */
  import(keys: Records<ApiKey>, options?: ImportOptions): Promise<number>;
  /** Yields every key, in the order of digests. */
  export(): AsyncGenerator<KeyRecord>;
}

const KeySchema = v.object({
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex characters')),
  label: v.string(),
  kind: v.picklist(['inference', 'management']),
  userId: v.string(),
  organizationId: v.nullable(v.string()),
  workspaceId: v.string(),
  allowedModels: v.nullable(v.array(v.string())),
  creditAccountId: v.nullable(v.string()),
  state: v.picklist(['active', 'disabled', 'revoked']),
  expiresAt: v.nullable(TimestampSchema),
  createdAt: v.optional(TimestampSchema),
});

type Row = Selectable<Schema['mg_keys']>;

export function createKeyAdministration(context: AdministrationContext): KeyAdministration {
  const { database, changes, clock } = context;
  const { db } = database;

  /** Changes keys, and notifies every process. */
  const change = async (hash: string, state: ApiKey['state'], from: ApiKey['state'][]) => {
    const count = await database.transaction(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('mg_keys')
        .set({ state })
        .where('hash', '=', hash)
        .where('state', 'in', from)
        .executeTakeFirst();
      await bump(database, trx, 'keys');
      return numUpdatedRows;
    });
    await changes.refresh();
    return count > 0n;
  };
  const show = async (hash: string) => {
    if (!isStorable(hash)) return undefined;
    const row = await db
      .selectFrom('mg_keys')
      .selectAll()
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row && toRecord(row);
  };
  const write: KeyAdministration['import'] = async (keys, options) => {
    const now = new Date(clock.now()).toISOString();
    const rows = checkedRows(keys, now);
    const count = await importAll(
      database,
      rows,
      async (trx, batch) => {
        for (const { created_at, ...row } of batch) {
          await trx
            .insertInto('mg_keys')
            .values({ ...row, created_at })
            .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
            .execute();
        }
        await bump(database, trx, 'keys');
      },
      options,
    );
    await changes.refresh();
    return count;
  };

  return {
    show,
    async create(wanted) {
      const { text, hash } = mintKey(wanted.kind ?? 'inference');
      await write([toApiKey(wanted, hash)]);
      const record = await show(hash);
      if (record === undefined) throw new AdministrationError('the key was deleted meanwhile');
      return { key: record, text };
    },
    disable: (hash) => change(hash, 'disabled', ['active', 'disabled']),
    enable: (hash) => change(hash, 'active', ['active', 'disabled']),
    revoke: (hash) => change(hash, 'revoked', ['active', 'disabled', 'revoked']),
    async delete(hash) {
      const count = await database.transaction(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('mg_keys')
          .where('hash', '=', hash)
          .executeTakeFirst();
        await bump(database, trx, 'keys');
        return numDeletedRows;
      });
      await changes.refresh();
      return count > 0n;
    },
    import: write,
    export: () =>
      exportAll<Row, KeyRecord>(
        (after, limit) =>
          db
            .selectFrom('mg_keys')
            .selectAll()
            .where('hash', '>', after?.hash ?? '')
            .orderBy('hash')
            .limit(limit)
            .execute(),
        toRecord,
      ),
  };
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
    state: 'active',
    expiresAt: wanted.expiresAt ?? null,
  };
}

async function* checkedRows(
  keys: Records<ApiKey>,
  now: string,
): AsyncGenerator<Insertable<Schema['mg_keys']>> {
  let position = 0;
  for await (const value of keys) {
    const key = checked(KeySchema, value, `keys[${position++}]`);
    const { hash, label, kind, userId, organizationId, workspaceId, creditAccountId } = key;
    requireStorable({ label, userId, organizationId, workspaceId, creditAccountId });
    yield {
      hash,
      label,
      kind,
      user_id: userId,
      organization_id: organizationId,
      workspace_id: workspaceId,
      allowed_models: key.allowedModels && JSON.stringify(key.allowedModels),
      credit_account_id: creditAccountId,
      state: key.state,
      expires_at: key.expiresAt,
      created_at: key.createdAt ?? now,
    };
  }
}

function toRecord(row: Row): KeyRecord {
  const lastUsed = row.last_used_ms;
  return {
    ...toKey(row),
    createdAt: row.created_at,
    lastUsedAt: lastUsed === null ? null : new Date(Number(lastUsed)).toISOString(),
  };
}
