import { canonicalId } from '@model-gateway/core/kit';
import type { Selectable, Transaction } from 'kysely';
import * as v from 'valibot';
import type { Schema } from '../schema.ts';
import { isStorable, requirePrintable, requireStorable } from '../storable-text.ts';
import { AdministrationError } from '../administration-error.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportRows, importAll, type ImportOptions, type Records } from './batches.ts';
import { checked, TimestampSchema } from './checked.ts';
import { moveWorkspace } from './move-workspace.ts';

/** A workspace: what keys and destinations belong to. */
export interface Workspace {
  /** A UUID. */
  readonly id: string;
  /** The organization (`org_…`) or, without one, the user that it belongs to. */
  readonly accountId: string;
  readonly name: string;
  readonly state: 'active' | 'disabled';
  readonly createdAt: string;
}

/** A workspace to create. */
export interface NewWorkspace {
  /** A new UUID by default. */
  readonly id?: string | undefined;
  readonly accountId: string;
  readonly name: string;
}

/** Administers workspaces. */
export interface WorkspaceAdministration {
  create(workspace: NewWorkspace): Promise<Workspace>;
  show(id: string): Promise<Workspace | undefined>;
  /** Gives it another name; undefined when the workspace does not exist. */
  rename(id: string, name: string): Promise<Workspace | undefined>;
  /**
   * Refuses the keys of the workspace until `enable`; returns false when the workspace does not
   * exist.
   */
  disable(id: string): Promise<boolean>;
  enable(id: string): Promise<boolean>;
  /**
   * Gives a workspace, its keys and its destinations to an organization, in one step; keys keep
   * their users. Resolves to undefined when the workspace does not exist.
   */
  move(id: string, organizationId: string): Promise<Workspace | undefined>;
  /** Deletes a workspace. Throws while it has keys or destinations. */
  delete(id: string): Promise<boolean>;
  import(workspaces: Records<Workspace>, options?: ImportOptions): Promise<number>;
  export(): AsyncGenerator<Workspace>;
}

const WorkspaceSchema = v.object({
  /** In lower case, as keys and destinations name it. */
  id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  accountId: v.string(),
  name: v.string(),
  state: v.optional(v.picklist(['active', 'disabled']), 'active'),
  createdAt: TimestampSchema,
});

type Row = Selectable<Schema['mg_workspaces']>;

export function createWorkspaceAdministration(
  context: AdministrationContext,
): WorkspaceAdministration {
  const { database, changeKeys, notices, clock } = context;
  const { db } = database;
  const setState = async (id: string, state: Workspace['state']) => {
    // What a key may do depends on its workspace.
    const { numUpdatedRows } = await changeKeys((trx) =>
      trx
        .updateTable('mg_workspaces')
        .where('id', '=', canonicalId(id))
        .set({ state })
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  };

  return {
    async create({ id = crypto.randomUUID(), accountId, name }) {
      const createdAt = new Date(clock.now()).toISOString();
      const wanted = { id, accountId, name, state: 'active', createdAt };
      const workspace = checked(WorkspaceSchema, wanted, 'the workspace');
      requirePrintable({ accountId, name });
      requireStorable({ accountId, name });
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('mg_workspaces')
        .values(toRow(workspace))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) {
        throw new AdministrationError(`there is a workspace ${id} already`);
      }
      return workspace;
    },
    async show(id) {
      if (!isStorable(id)) return undefined;
      const workspaces = db.selectFrom('mg_workspaces').selectAll();
      const row = await workspaces.where('id', '=', canonicalId(id)).executeTakeFirst();
      return row && toWorkspace(row);
    },
    async rename(id, name) {
      requirePrintable({ name });
      requireStorable({ name });
      if (!isStorable(id)) return undefined;
      const row = await db
        .updateTable('mg_workspaces')
        .set({ name })
        .where('id', '=', canonicalId(id))
        .returningAll()
        .executeTakeFirst();
      return row && toWorkspace(row);
    },
    disable: (id) => setState(id, 'disabled'),
    enable: (id) => setState(id, 'active'),
    async move(wanted, organizationId) {
      const id = canonicalId(wanted);
      requireStorable({ organizationId });
      if (!isStorable(id)) return undefined;
      const row = await changeKeys((trx) => moveWorkspace(trx, id, organizationId));
      notices.announce(id);
      return row && toWorkspace(row);
    },
    delete: (id) => database.transaction((trx) => deleteWorkspace(trx, canonicalId(id))),
    import: (workspaces, options) =>
      importAll(changeKeys, checkedWorkspaces(workspaces), replaceWorkspaces, options),
    export: () => exportRows(db.selectFrom('mg_workspaces').selectAll(), 'id', toWorkspace),
  };
}

async function replaceWorkspaces(
  trx: Transaction<Schema>,
  workspaces: readonly Workspace[],
): Promise<void> {
  for (const workspace of workspaces) {
    const { id, ...changed } = toRow(workspace);
    await trx
      .insertInto('mg_workspaces')
      .values({ id, ...changed })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
      .execute();
  }
}

async function deleteWorkspace(trx: Transaction<Schema>, id: string): Promise<boolean> {
  for (const table of ['mg_keys', 'mg_destinations'] as const) {
    const inside = await trx
      .selectFrom(table)
      .select('workspace_id')
      .where('workspace_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (inside === undefined) continue;
    const what = table === 'mg_keys' ? 'keys' : 'destinations';
    throw new AdministrationError(`workspace ${id} still has ${what}: delete them first`);
  }
  const { numDeletedRows } = await trx
    .deleteFrom('mg_workspaces')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function* checkedWorkspaces(values: Records<Workspace>): AsyncGenerator<Workspace> {
  let position = 0;
  for await (const value of values) {
    const workspace = checked(WorkspaceSchema, value, `workspaces[${position++}]`);
    requireStorable({ accountId: workspace.accountId, name: workspace.name });
    yield workspace;
  }
}

function toRow({ id, accountId, name, state, createdAt }: Workspace): Row {
  return { id, account_id: accountId, name, state, created_at: createdAt };
}

function toWorkspace({ id, account_id, name, state, created_at }: Row): Workspace {
  return { id, accountId: account_id, name, state, createdAt: created_at };
}
