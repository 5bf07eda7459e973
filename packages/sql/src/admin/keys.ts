import {
  NO_LIMITS,
  toKeyLimits,
  type ApiKey,
  type KeyKind,
  type KeyLimits,
} from '@model-gateway/core';
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import * as v from 'valibot';
import { bump } from '../bump.ts';
import { toKey } from '../key-store.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requirePrintable, requireStorable } from '../storable-text.ts';
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

/** A key to create. */
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
  /** Those that are left out are none. */
  readonly limits?: Partial<KeyLimits> | undefined;
}

/** Members of a key to change; those that are left out stay, single limits too. */
export type KeyChange = Partial<
  Pick<ApiKey, 'label' | 'allowedModels' | 'creditAccountId' | 'expiresAt'>
> & { readonly limits?: Partial<KeyLimits> };

/** Administers keys, which are stored as hashes. */
export interface KeyAdministration {
  /** Creates a key. Only the result holds its text: show it once. */
  create(key: NewKey): Promise<{ readonly key: KeyRecord; readonly text: string }>;
  show(hash: string): Promise<KeyRecord | undefined>;
  /** Changes members of the key, which keeps its text; returns false when the key does not exist. */
  update(hash: string, change: KeyChange): Promise<boolean>;
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

/** Some limits, or all; others stay as they are, or are none for a new key. */
const LimitsSchema = v.pipe(
  v.custom<Partial<KeyLimits>>((value) => typeof value === 'object' && value !== null),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      const limits = toKeyLimits(dataset.value);
      // Only those that were given.
      const names = Object.keys(dataset.value) as (keyof KeyLimits)[];
      return Object.fromEntries(names.map((name) => [name, limits[name]])) as Partial<KeyLimits>;
    } catch (error) {
      addIssue({ message: error instanceof Error ? error.message : String(error) });
      return NEVER;
    }
  }),
);

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
  /** An export of before schema 7 has none. */
  limits: v.optional(LimitsSchema, {}),
  createdAt: v.optional(TimestampSchema),
});

const CHANGEABLE = ['label', 'allowedModels', 'creditAccountId', 'expiresAt'] as const;
const KeyChangeSchema = v.strictObject({
  ...v.partial(v.pick(KeySchema, CHANGEABLE)).entries,
  limits: v.optional(LimitsSchema),
});

type Row = Selectable<Schema['mg_keys']>;
type KeyInsert = Insertable<Schema['mg_keys']>;

export function createKeyAdministration(context: AdministrationContext): KeyAdministration {
  const { database, changes, clock } = context;
  const { db } = database;

  /** Changes keys, and notifies every process; returns whether there were any to change. */
  const change = async (work: (trx: Transaction<Schema>) => Promise<bigint>) => {
    const count = await database.transaction(async (trx) => {
      const changed = await work(trx);
      await bump(database, trx, 'keys');
      return changed;
    });
    await changes.refresh();
    return count > 0n;
  };
  const setState = (hash: string, state: ApiKey['state'], from: readonly ApiKey['state'][]) =>
    change(async (trx) => {
      const keys = trx.updateTable('mg_keys').where('hash', '=', hash).where('state', 'in', from);
      const { numUpdatedRows } = await keys.set({ state }).executeTakeFirst();
      return numUpdatedRows;
    });
  const show = async (hash: string) => {
    if (!isStorable(hash)) return undefined;
    const keys = db.selectFrom('mg_keys').selectAll();
    const row = await keys.where('hash', '=', hash).executeTakeFirst();
    return row && toRecord(row);
  };
  const write: KeyAdministration['import'] = async (keys, options) => {
    const rows = checkedRows(keys, new Date(clock.now()).toISOString());
    const replace = async (trx: Transaction<Schema>, batch: readonly KeyInsert[]) => {
      await replaceKeys(trx, batch);
      await bump(database, trx, 'keys');
    };
    const count = await importAll(database, rows, replace, options);
    await changes.refresh();
    return count;
  };

  return {
    show,
    async create(wanted) {
      requirePrintable({ label: wanted.label });
      const { text, hash } = mintKey(wanted.kind ?? 'inference');
      await write([toApiKey(wanted, hash)]);
      const record = await show(hash);
      if (record === undefined) throw new AdministrationError('the key was deleted meanwhile');
      return { key: record, text };
    },
    async update(hash, wanted) {
      const columns = changedColumns(wanted);
      return change(async (trx) => {
        const keys = trx.updateTable('mg_keys').where('hash', '=', hash).set(columns);
        const { numUpdatedRows } = await keys.executeTakeFirst();
        return numUpdatedRows;
      });
    },
    disable: (hash) => setState(hash, 'disabled', ['active', 'disabled']),
    enable: (hash) => setState(hash, 'active', ['active', 'disabled']),
    revoke: (hash) => setState(hash, 'revoked', ['active', 'disabled', 'revoked']),
    delete: (hash) =>
      change(async (trx) => {
        const keys = trx.deleteFrom('mg_keys').where('hash', '=', hash);
        const { numDeletedRows } = await keys.executeTakeFirst();
        return numDeletedRows;
      }),
    import: write,
    export: () => exportKeys(db),
  };
}

function changedColumns(wanted: KeyChange): Partial<KeyInsert> {
  const changed = checked(KeyChangeSchema, wanted, 'the change');
  const { label, allowedModels, creditAccountId, expiresAt, limits } = changed;
  if (label !== undefined) requirePrintable({ label });
  requireStorable({ label: label ?? null, creditAccountId: creditAccountId ?? null });
  const columns = {
    ...(label !== undefined && { label }),
    ...(allowedModels !== undefined && {
      allowed_models: allowedModels && JSON.stringify(allowedModels),
    }),
    ...(creditAccountId !== undefined && { credit_account_id: creditAccountId }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(limits !== undefined && limitColumns(limits)),
  };
  if (Object.keys(columns).length > 0) return columns;
  throw new AdministrationError(
    'nothing to change: name label, allowedModels, creditAccountId, expiresAt or limits',
  );
}

const LIMIT_COLUMNS = {
  usd: 'limit_usd',
  reset: 'limit_reset',
  requestsPerMinute: 'requests_per_minute',
  tokensPerMinute: 'tokens_per_minute',
} as const satisfies Record<keyof KeyLimits, keyof KeyInsert>;

/** Returns the columns of those limits that are there. */
function limitColumns(limits: Partial<KeyLimits>): Partial<KeyInsert> {
  const columns = Object.entries(LIMIT_COLUMNS).flatMap(([name, column]) => {
    // Object.entries forgets what the names are.
    const value = limits[name as keyof KeyLimits];
    return value === undefined ? [] : [[column, value] as const];
  });
  return Object.fromEntries(columns);
}

async function replaceKeys(trx: Transaction<Schema>, rows: readonly KeyInsert[]): Promise<void> {
  for (const { created_at, ...row } of rows) {
    await trx
      .insertInto('mg_keys')
      .values({ ...row, created_at })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
      .execute();
  }
}

function exportKeys(db: Kysely<Schema>): AsyncGenerator<KeyRecord> {
  return exportAll<Row, KeyRecord>(
    (after, limit) =>
      db
        .selectFrom('mg_keys')
        .selectAll()
        .where('hash', '>', after?.hash ?? '')
        .orderBy('hash')
        .limit(limit)
        .execute(),
    toRecord,
  );
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

async function* checkedRows(keys: Records<ApiKey>, now: string): AsyncGenerator<KeyInsert> {
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
      ...limitColumns({ ...NO_LIMITS, ...key.limits }),
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
