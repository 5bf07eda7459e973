import type { Transaction } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { createStores } from './0001-stores.ts';
import { indexDestinationsByWorkspace } from './0002-destinations-by-workspace.ts';
import { createTelemetryOutboxTables } from './0003-telemetry-outbox.ts';
import { createModelSightings } from './0004-model-sightings.ts';
import { createIdempotencyTable } from './0005-idempotency.ts';
import { createGenerations } from './0006-generations.ts';
import { addKeyLimits } from './0007-key-limits.ts';
import { createSpending } from './0008-spending.ts';
import { addKeyRecords } from './0009-key-records.ts';
import { createRateMeters } from './0010-rate-meters.ts';
import { createSpendingWarnings } from './0011-spending-warnings.ts';
import { addChargeItems } from './0012-charge-items.ts';
import { createGuardrails } from './0013-guardrails.ts';
import { indexUsageByMember } from './0014-usage-by-member.ts';

type Migration = (trx: Transaction<Schema>, types: ColumnTypes) => Promise<void>;

/** In order; a released one is never changed and never removed. */
export const MIGRATIONS: readonly Migration[] = [
  createStores,
  indexDestinationsByWorkspace,
  createTelemetryOutboxTables,
  createModelSightings,
  createIdempotencyTable,
  createGenerations,
  addKeyLimits,
  createSpending,
  addKeyRecords,
  createRateMeters,
  createSpendingWarnings,
  addChargeItems,
  createGuardrails,
  indexUsageByMember,
];

/** The schema that this version of the package reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Thrown when this version of the package cannot work with the schema of the tables. */
export class SchemaVersionError extends Error {
  /** 0 for a database without tables. */
  readonly found: number;
  readonly supported: number;

  constructor(found: number, supported: number) {
    super(
      found > supported
        ? `the database has schema ${found}, and this version of @model-gateway/sql knows schemas up to ` +
            `${supported}: use the version that migrated it, or a later one`
        : `the database has schema ${found}, and this version of @model-gateway/sql needs schema ` +
            `${supported}: call migrate(), or open the stores without "migrate: false"`,
    );
    this.name = 'SchemaVersionError';
    this.found = found;
    this.supported = supported;
  }
}

/**
 * Brings the tables to this version's schema, all steps in one transaction under a lock: of several
 * processes that start at once, one migrates and the others wait. Resolves to the versions before
 * and after. Throws `SchemaVersionError` for a later schema.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<{ readonly from: number; readonly to: number }> {
  const supported = migrations.length;
  const version = await schemaVersion(database);
  if (version === supported) return { from: version, to: version };
  if (version > supported) throw new SchemaVersionError(version, supported);
  return database.transaction(async (trx) => {
    await database.lockMigrations(trx);
    const from = await versionIn(trx);
    if (from > supported) throw new SchemaVersionError(from, supported);
    for (const step of migrations.slice(from)) await step(trx, database.types);
    await trx.updateTable('mg_schema').set({ version: supported }).execute();
    return { from, to: supported };
  });
}

/** Throws `SchemaVersionError` unless the tables are those of this version. */
export async function requireSchema(database: Database): Promise<void> {
  const found = await schemaVersion(database);
  if (found !== SCHEMA_VERSION) throw new SchemaVersionError(found, SCHEMA_VERSION);
}

/** Returns the version of the schema without locking or changing anything; 0 for no tables. */
async function schemaVersion({ db, hasTable }: Database): Promise<number> {
  if (!(await hasTable('mg_schema'))) return 0;
  const row = await db.selectFrom('mg_schema').select('version').executeTakeFirst();
  return row?.version ?? 0;
}

/** Returns the same under the lock; creates the table of the version if it is missing. */
async function versionIn(trx: Transaction<Schema>): Promise<number> {
  await trx.schema
    .createTable('mg_schema')
    .ifNotExists()
    .addColumn('version', 'integer', (col) => col.notNull())
    .execute();
  const row = await trx.selectFrom('mg_schema').select('version').executeTakeFirst();
  if (row !== undefined) return row.version;
  await trx.insertInto('mg_schema').values({ version: 0 }).execute();
  return 0;
}
