import type { DestinationFeed, DestinationStore, PageRequest } from '@model-gateway/core';
import { canonicalId } from '@model-gateway/core/kit';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { DestinationNotices } from './destination-notices.ts';
import type { DestinationInsert, DestinationRow, DestinationRows } from './destination-rows.ts';
import { paged, toPage, type PagedRow } from './paged.ts';
import { isStorable } from './storable-text.ts';

type ListQuery = PageRequest & { readonly accountId: string; readonly workspaceId: string };
type Replacement = DestinationInsert & { readonly expected: string };

/**
 * Creates the destination store; a replacement is one statement that names the version it replaces.
 */
export function createDestinationStore(
  database: Database,
  rows: DestinationRows,
  notices: DestinationNotices,
): DestinationStore & Required<DestinationFeed> {
  const { find, list, inWorkspace, replace } = prepareStatements(database);

  return {
    async list(wanted) {
      const query = { ...wanted, workspaceId: canonicalId(wanted.workspaceId) };
      if (!isStorable(query.accountId) || !isStorable(query.workspaceId)) {
        return { items: [], totalCount: 0 };
      }
      const { items, totalCount } = toPage(await list(query), (row) => rows.toDestination(row));
      return { items: await Promise.all(items), totalCount };
    },
    async destinationsIn(workspaceId) {
      if (!isStorable(workspaceId)) return [];
      const found = await inWorkspace({ workspaceId: canonicalId(workspaceId) });
      return Promise.all(found.map((row) => rows.toDestination(row)));
    },
    subscribe: (listener) => notices.subscribe(listener),
    async get(id) {
      if (!isStorable(id)) return undefined;
      const [row] = await find({ id });
      if (row === undefined) return undefined;
      const destination = await rows.toDestination(row);
      return { item: { destination, accountId: row.account_id }, version: row.version };
    },
    async replace(next, expectedVersion) {
      // A replacement keeps the stored account, so any will do here.
      const row = await rows.toRow({ destination: next, accountId: '' });
      if (isStorable(expectedVersion)) {
        const replaced = await replace({ ...row, expected: expectedVersion });
        if (replaced.length > 0) {
          notices.announce(row.workspace_id);
          return 'replaced';
        }
      }
      return (await find({ id: next.id })).length > 0 ? 'stale' : 'missing';
    },
  };
}

function prepareStatements(database: Database) {
  const find = database.prepare<{ id: string }, DestinationRow>('reads', (db, value) =>
    db.selectFrom('mg_destinations').selectAll().where('id', '=', value('id')).compile(),
  );
  const list = database.prepare<ListQuery, PagedRow<DestinationRow>>('reads', (db, value) =>
    paged(
      db,
      value,
      sql`
        select * from mg_destinations
        where account_id = ${value('accountId')} and workspace_id = ${value('workspaceId')}`,
      sql`created_ms desc, id desc`,
    ),
  );
  const inWorkspace = database.prepare<{ workspaceId: string }, DestinationRow>(
    'reads',
    (db, value) =>
      db
        .selectFrom('mg_destinations')
        .selectAll()
        .where('workspace_id', '=', value('workspaceId'))
        .compile(),
  );
  const replace = database.prepare<Replacement, { id: string }>('writes', (db, value) =>
    db
      .updateTable('mg_destinations')
      .set({
        workspace_id: value('workspace_id'),
        version: value('version'),
        name: value('name'),
        type: value('type'),
        enabled: value('enabled'),
        privacy_mode: value('privacy_mode'),
        sampling_rate: value('sampling_rate'),
        api_key_hashes: value('api_key_hashes'),
        filter_rules: value('filter_rules'),
        config: value('config'),
        sealed_with: value('sealed_with'),
        created_at: value('created_at'),
        created_ms: value('created_ms'),
        updated_at: value('updated_at'),
      })
      .where('id', '=', value('id'))
      .where('version', '=', value('expected'))
      .returning('id')
      .compile(),
  );
  return { find, list, inWorkspace, replace };
}
