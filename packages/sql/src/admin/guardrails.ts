import type { Guardrail } from '@model-gateway/core';
import { toGuardrail } from '@model-gateway/core/kit';
import type { Insertable, Selectable, Transaction } from 'kysely';
import { AdministrationError } from '../administration-error.ts';
import { bump } from '../bump.ts';
import { toGuardrailOf, toGuardrailRow, type GuardrailRow } from '../guardrail-rows.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requirePrintable, requireStorable } from '../storable-text.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportAll, importAll, type ImportOptions, type Records } from './batches.ts';
import { requireGuardrail } from './require-guardrail.ts';

/** A guardrail as it is stored. */
export interface GuardrailRecord extends Guardrail {
  readonly createdAt: string;
}

/** A guardrail to create; what is left out limits nothing. */
export type NewGuardrail = Pick<Guardrail, 'accountId' | 'name'> &
  Partial<Omit<Guardrail, 'accountId' | 'name'>>;

/** A guardrail of one key. */
export interface KeyGuardrail {
  /** A UUID. */
  readonly id: string;
  readonly guardrailId: string;
  readonly keyHash: string;
  /** The user who assigned it. */
  readonly assignedBy: string;
  readonly createdAt: string;
}

/** Administers guardrails, and which keys have them; those of members are assignments. */
export interface GuardrailAdministration {
  /** Creates a guardrail, with a new UUID by default. Throws a `TypeError` for what is none. */
  create(guardrail: NewGuardrail): Promise<GuardrailRecord>;
  show(id: string): Promise<GuardrailRecord | undefined>;
  /** Deletes a guardrail. Throws while it is assigned. */
  delete(id: string): Promise<boolean>;
  /** Assigns a guardrail to a key of its account, from the next request on. Throws for any other. */
  assign(wanted: Omit<KeyGuardrail, 'id' | 'createdAt'>): Promise<KeyGuardrail>;
  /** Ends an assignment to a key; returns false where there is none with this id. */
  unassign(id: string): Promise<boolean>;
  /** Returns which keys have a guardrail, of one or of all; the oldest assignment first. */
  keys(guardrailId?: string): Promise<readonly KeyGuardrail[]>;
  /** Adds guardrails and replaces those with the same ids, in force at once. */
  import(guardrails: Records<GuardrailRecord>, options?: ImportOptions): Promise<number>;
  /** Yields every guardrail, in the order of ids. */
  export(): AsyncGenerator<GuardrailRecord>;
}

export function createGuardrailAdministration({
  database,
  changes,
  changeKeys,
  clock,
}: AdministrationContext): GuardrailAdministration {
  const { db } = database;
  const now = () => new Date(clock.now()).toISOString();
  const rows = () => db.selectFrom('mg_guardrails').selectAll();
  const keys = () => db.selectFrom('mg_guardrail_keys').selectAll();

  return {
    async create(wanted) {
      const id = wanted.id ?? crypto.randomUUID();
      const guardrail = toGuardrail({ ...UNLIMITED, ...wanted, id });
      requirePrintable({ accountId: guardrail.accountId, name: guardrail.name });
      const row = storableRow(guardrail, now());
      // No key has it yet, so no process needs to know.
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('mg_guardrails')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows > 0n) return { ...guardrail, createdAt: row.created_at };
      throw new AdministrationError(`there is a guardrail ${id} already`);
    },
    async show(id) {
      if (!isStorable(id)) return undefined;
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && toRecord(row);
    },
    async delete(id) {
      if (!isStorable(id)) return false;
      return changeKeys(async (trx) => {
        const ofMember = await trx
          .selectFrom('mg_guardrail_assignments')
          .select('id')
          .where('guardrail_id', '=', id)
          .limit(1)
          .executeTakeFirst();
        const ofKey = await trx
          .selectFrom('mg_guardrail_keys as own')
          .innerJoin('mg_keys as keys', 'keys.hash', 'own.key_hash')
          .select('own.id')
          .where('own.guardrail_id', '=', id)
          .limit(1)
          .executeTakeFirst();
        const assigned = ofMember ?? ofKey;
        if (assigned !== undefined) {
          throw new AdministrationError(
            `guardrail ${id} is assigned still (${assigned.id}): unassign it first, so that nobody ` +
              'is without it by mistake',
          );
        }
        // Of keys that are gone.
        await trx.deleteFrom('mg_guardrail_keys').where('guardrail_id', '=', id).execute();
        const { numDeletedRows } = await trx
          .deleteFrom('mg_guardrails')
          .where('id', '=', id)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      });
    },
    async assign({ guardrailId, keyHash, assignedBy }) {
      requireStorable({ guardrailId, keyHash, assignedBy });
      requirePrintable({ assignedBy });
      const made = { id: crypto.randomUUID(), guardrailId, keyHash, assignedBy, createdAt: now() };
      await changeKeys(async (trx) => {
        const key = await trx
          .selectFrom('mg_keys')
          .select(['organization_id', 'user_id'])
          .where('hash', '=', keyHash)
          .executeTakeFirst();
        if (key === undefined) throw new AdministrationError(`there is no key ${keyHash}`);
        await requireGuardrail(trx, guardrailId, key.organization_id ?? key.user_id);
        const { numInsertedOrUpdatedRows = 0n } = await trx
          .insertInto('mg_guardrail_keys')
          .values(toKeyRow(made))
          .onConflict((conflict) => conflict.columns(['key_hash', 'guardrail_id']).doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows > 0n) return;
        throw new AdministrationError(`key ${keyHash} has guardrail ${guardrailId} already`);
      });
      return made;
    },
    async unassign(id) {
      if (!isStorable(id)) return false;
      const { numDeletedRows } = await changeKeys((trx) =>
        trx.deleteFrom('mg_guardrail_keys').where('id', '=', id).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
    async keys(guardrailId) {
      if (guardrailId !== undefined && !isStorable(guardrailId)) return [];
      const wanted =
        guardrailId === undefined ? keys() : keys().where('guardrail_id', '=', guardrailId);
      const found = await wanted.orderBy('created_at').orderBy('id').execute();
      return found.map(toKeyGuardrail);
    },
    async import(guardrails, options) {
      const write = async (trx: Transaction<Schema>, batch: readonly GuardrailRecord[]) => {
        for (const { createdAt, ...guardrail } of batch) {
          const { id, ...changed } = storableRow(toGuardrail(guardrail), createdAt);
          await trx
            .insertInto('mg_guardrails')
            .values({ id, ...changed })
            .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
            .execute();
        }
        await bump(database, trx, 'keys');
      };
      const count = await importAll(database, guardrails, write, options);
      await changes.refresh();
      return count;
    },
    export: () =>
      exportAll(
        (after: GuardrailRow | undefined, limit) =>
          rows()
            .where('id', '>', after?.id ?? '')
            .orderBy('id')
            .limit(limit)
            .execute(),
        toRecord,
      ),
  };
}

const UNLIMITED = {
  allowedModels: null,
  allowedProviders: null,
  zdr: false,
  usd: null,
  reset: null,
} as const;

/** Returns the row of a guardrail. Throws a `TypeError` for one that no database can hold. */
function storableRow(guardrail: Guardrail, createdAt: string): Insertable<Schema['mg_guardrails']> {
  const { id, accountId, name } = guardrail;
  requireStorable({ id, accountId, name, createdAt });
  return toGuardrailRow(guardrail, createdAt);
}

function toRecord(row: GuardrailRow): GuardrailRecord {
  return { ...toGuardrailOf(row), createdAt: row.created_at };
}

type KeyRow = Selectable<Schema['mg_guardrail_keys']>;

function toKeyRow({ id, guardrailId, keyHash, assignedBy, createdAt }: KeyGuardrail): KeyRow {
  return {
    id,
    guardrail_id: guardrailId,
    key_hash: keyHash,
    assigned_by: assignedBy,
    created_at: createdAt,
  };
}

function toKeyGuardrail(row: KeyRow): KeyGuardrail {
  const { id, guardrail_id: guardrailId, key_hash: keyHash, assigned_by: assignedBy } = row;
  return { id, guardrailId, keyHash, assignedBy, createdAt: row.created_at };
}
