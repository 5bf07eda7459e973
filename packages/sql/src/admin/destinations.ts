import {
  DESTINATION_KINDS,
  DestinationSchema,
  patchDestination,
  type ConfigMembers,
  type Destination,
  type StoredDestination,
} from '@model-gateway/core';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import type { DestinationInsert, DestinationRow } from '../destination-rows.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requirePrintable } from '../storable-text.ts';
import { AdministrationError } from '../administration-error.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportRows, importAll, type ImportOptions, type Records } from './batches.ts';
import { checked } from './checked.ts';
import { rotateSecrets } from './rotate-secrets.ts';

/** A destination to create. */
export interface NewDestination {
  /** The organization (`org_…`) or, without one, the user whose keys may see it. */
  readonly accountId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly type: string;
  readonly config: Destination['config'];
  /** Settings that differ from the defaults: enabled, everything in full, all keys, all records. */
  readonly settings?: Partial<Settings> | undefined;
}

type Settings = Pick<
  Destination,
  'enabled' | 'privacy_mode' | 'sampling_rate' | 'api_key_hashes' | 'filter_rules'
>;

/** Administers observability destinations, with their secrets. */
export interface DestinationAdministration {
  /**
   * Adds a destination, checked like a PATCH. Secrets are returned in full. Rejects when the
   * workspace has five of its kind (contract §5.1); an import does not count them.
   */
  create(destination: NewDestination): Promise<StoredDestination>;
  /** Secrets in full; `maskDestination` of core is what clients see. */
  show(id: string): Promise<StoredDestination | undefined>;
  /** Stops forwarding until `enable`; returns false when the destination does not exist. */
  disable(id: string): Promise<boolean>;
  enable(id: string): Promise<boolean>;
  delete(id: string): Promise<boolean>;
  /** Adds destinations and replaces those with the same ids, whatever their versions. */
  import(destinations: Records<StoredDestination>, options?: ImportOptions): Promise<number>;
  /** Yields every destination, secrets in full. */
  export(): AsyncGenerator<StoredDestination>;
  /**
   * Seals with the newest key all that was sealed with another one or not at all, answers that are
   * kept for repetitions included; resolves to the number of destinations changed. The older keys are not needed afterwards.
   */
  rotateSecrets(options?: ImportOptions): Promise<number>;
}

export function createDestinationAdministration(
  context: AdministrationContext,
): DestinationAdministration {
  const { database, notices, clock, rows } = context;
  const { db } = database;

  const toStored = async (row: DestinationRow): Promise<StoredDestination> => ({
    accountId: row.account_id,
    destination: await rows.toDestination(row),
  });
  const write: DestinationAdministration['import'] = async (destinations, options) => {
    const written = await importAll(
      database.transaction,
      checkedRows(destinations, rows),
      insert,
      options,
    );
    notices.announce();
    return written;
  };
  const setEnabled = async (id: string, enabled: boolean) => {
    const updated_at = new Date(clock.now()).toISOString();
    const { numUpdatedRows } = await db
      .updateTable('mg_destinations')
      .set({ enabled, version: crypto.randomUUID(), updated_at })
      .where('id', '=', id)
      .executeTakeFirst();
    notices.announce();
    return numUpdatedRows > 0n;
  };

  return {
    import: write,
    async create(wanted) {
      requirePrintable({ name: wanted.name });
      const destination = newDestination(wanted, new Date(clock.now()));
      const stored = { accountId: wanted.accountId, destination };
      const row = await rows.toRow(stored);
      await database.transaction(async (trx) => {
        await requireRoom(trx, row);
        await insert(trx, [row]);
      });
      notices.announce(row.workspace_id);
      return stored;
    },
    async show(id) {
      if (!isStorable(id)) return undefined;
      const found = db.selectFrom('mg_destinations').selectAll().where('id', '=', id);
      const row = await found.executeTakeFirst();
      return row && toStored(row);
    },
    disable: (id) => setEnabled(id, false),
    enable: (id) => setEnabled(id, true),
    async delete(id) {
      const { numDeletedRows } = await db
        .deleteFrom('mg_destinations')
        .where('id', '=', id)
        .executeTakeFirst();
      notices.announce();
      return numDeletedRows > 0n;
    },
    export: () => exportRows(db.selectFrom('mg_destinations').selectAll(), 'id', toStored),
    rotateSecrets: (options) => rotateSecrets(context, options),
  };
}

async function insert(trx: Transaction<Schema>, rows: readonly DestinationInsert[]): Promise<void> {
  for (const { id, ...changed } of rows) {
    await trx
      .insertInto('mg_destinations')
      .values({ id, ...changed })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
      .execute();
  }
}

/** The most destinations of one kind in a workspace. Source: contract §5.1. */
const MOST_OF_A_KIND = 5;

/**
 * Throws when the workspace has five destinations of the kind. The first statement locks what every
 * creation changes, so that two of them cannot both find the last free place.
 */
async function requireRoom(
  trx: Transaction<Schema>,
  { workspace_id, type }: DestinationInsert,
): Promise<void> {
  const revision = crypto.randomUUID();
  await trx
    .insertInto('mg_revisions')
    .values({ topic: 'destinations', revision })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet({ revision }))
    .execute();
  const { count } = await trx
    .selectFrom('mg_destinations')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('workspace_id', '=', workspace_id)
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  if (Number(count) < MOST_OF_A_KIND) return;
  throw new AdministrationError(
    `workspace ${workspace_id} has ${String(count)} destinations of the kind ${type}, and may have ` +
      `${MOST_OF_A_KIND}: delete one first`,
  );
}

/**
 * Returns the destination that a PATCH of an empty one makes, so that one rule decides what is
 * valid.
 */
function newDestination(wanted: NewDestination, now: Date): Destination {
  const created_at = now.toISOString();
  const empty = {
    id: crypto.randomUUID(),
    workspace_id: wanted.workspaceId,
    name: wanted.name,
    type: wanted.type,
    enabled: true,
    privacy_mode: false,
    sampling_rate: 1,
    api_key_hashes: null,
    filter_rules: null,
    config: {},
    created_at,
    updated_at: created_at,
  };
  const { config, settings = {} } = wanted;
  const destination = checked(DestinationSchema, { ...empty, ...settings }, 'the destination');
  const { filter_rules } = destination;
  // A patch that changes nothing of the config does not check it.
  const [missing] = Object.keys(config).length === 0 ? requiredOf(wanted.type) : [];
  if (missing !== undefined) {
    throw new AdministrationError(`the destination: config.${missing} is required`);
  }
  const outcome = patchDestination(destination, { config, filter_rules }, created_at);
  if (outcome.kind === 'refused') {
    const [issue] = outcome.issues;
    throw new AdministrationError(`the destination: ${issue?.message ?? 'not valid'}`);
  }
  return outcome.kind === 'changed' ? outcome.destination : destination;
}

function requiredOf(type: string): string[] {
  const kinds: Readonly<Record<string, ConfigMembers>> = DESTINATION_KINDS;
  const members = Object.hasOwn(kinds, type) ? (kinds[type] ?? {}) : {};
  return Object.keys(members).filter((name) => members[name]?.required === true);
}

const StoredSchema = v.object({ accountId: v.string(), destination: DestinationSchema });

async function* checkedRows(
  destinations: Records<StoredDestination>,
  rows: AdministrationContext['rows'],
): AsyncGenerator<DestinationInsert> {
  let position = 0;
  for await (const value of destinations) {
    yield rows.toRow(checked(StoredSchema, value, `destinations[${position++}]`));
  }
}
