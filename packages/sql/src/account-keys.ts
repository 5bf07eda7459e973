import type { KeyListQuery, KeyUpdate, WritableKeyStore } from '@model-gateway/core';
import { canonicalId } from '@model-gateway/core/kit';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { ChangeKeys } from './key-changes.ts';
import { limitColumns, toKeyRecord, toKeyRow, type KeyInsert, type KeyRow } from './key-rows.ts';
import { paged, toPage, type PagedRow } from './paged.ts';
import { isStorable, requireStorable } from './storable-text.ts';

/** The account of a key, as an index has it: its organization or, without one, its user. */
const ACCOUNT = sql<string>`coalesce(organization_id, user_id)`;

type ListValues = Omit<KeyListQuery, 'includeDisabled'> & { readonly all: number };

/** Creates what clients may do with the keys of their accounts. */
export function createAccountKeys(
  database: Database,
  changeKeys: ChangeKeys,
): Omit<WritableKeyStore, 'findByHash'> {
  const { list, find, findWorkspace } = prepareStatements(database);
  return {
    async list({ includeDisabled, ...query }) {
      const { accountId } = query;
      const workspaceId = canonicalId(query.workspaceId);
      if (!isStorable(accountId) || !isStorable(workspaceId)) return { items: [], totalCount: 0 };
      return toPage(
        await list({ ...query, workspaceId, all: includeDisabled ? 1 : 0 }),
        toKeyRecord,
      );
    },
    async get(accountId, hash) {
      if (!isStorable(accountId) || !isStorable(hash)) return undefined;
      const [row] = await find({ accountId, hash });
      return row && toKeyRecord(row);
    },
    async create(key) {
      const { label, userId, organizationId, workspaceId, creditAccountId } = key;
      requireStorable({ label, userId, organizationId, workspaceId, creditAccountId });
      await changeKeys((trx) => trx.insertInto('mg_keys').values(toKeyRow(key)).execute());
    },
    async update(accountId, hash, change) {
      if (!isStorable(accountId) || !isStorable(hash)) return undefined;
      requireStorable({ label: change.label ?? null });
      const row = await changeKeys((trx) =>
        trx
          .updateTable('mg_keys')
          .set(changedColumns(change))
          .where('hash', '=', hash)
          .where(ACCOUNT, '=', accountId)
          .returningAll()
          .executeTakeFirst(),
      );
      return row && toKeyRecord(row);
    },
    async delete(accountId, hash) {
      if (!isStorable(accountId) || !isStorable(hash)) return false;
      const { numDeletedRows } = await changeKeys((trx) =>
        trx
          .deleteFrom('mg_keys')
          .where('hash', '=', hash)
          .where(ACCOUNT, '=', accountId)
          .executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
    async hasWorkspace(accountId, id) {
      const workspaceId = canonicalId(id);
      if (!isStorable(accountId) || !isStorable(workspaceId)) return false;
      return (await findWorkspace({ accountId, workspaceId })).length > 0;
    },
  };
}

function prepareStatements(database: Database) {
  const list = database.prepare<ListValues, PagedRow<KeyRow>>('reads', (db, value) =>
    paged(
      db,
      value,
      sql`
        select * from mg_keys
        where ${ACCOUNT} = ${value('accountId')} and workspace_id = ${value('workspaceId')}
          and (state = 'active' or ${value('all')} = 1)`,
      sql`created_at desc, hash`,
    ),
  );
  const find = database.prepare<{ accountId: string; hash: string }, KeyRow>('reads', (db, value) =>
    db
      .selectFrom('mg_keys')
      .selectAll()
      .where('hash', '=', value('hash'))
      .where(ACCOUNT, '=', value('accountId'))
      .compile(),
  );
  const findWorkspace = database.prepare<{ accountId: string; workspaceId: string }, unknown>(
    'reads',
    (db, value) =>
      sql`
        select 1 as found from mg_workspaces
        where id = ${value('workspaceId')} and account_id = ${value('accountId')}
        union all
        select 1 from mg_keys
        where ${ACCOUNT} = ${value('accountId')} and workspace_id = ${value('workspaceId')}
        limit 1`.compile(db),
  );
  return { list, find, findWorkspace };
}

function changedColumns({ updatedAt, label, state, limits }: KeyUpdate): Partial<KeyInsert> {
  return {
    updated_at: updatedAt,
    ...(label !== undefined && { label }),
    ...(limits !== undefined && limitColumns(limits)),
    ...(state !== undefined && {
      // Kysely has no type for an expression in an insert, which is what a row is to be.
      state: sql<
        KeyRow['state']
      >`case when state = 'revoked' then state else ${state} end` as never,
    }),
  };
}
