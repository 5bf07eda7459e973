import type { Guardrail } from '@model-gateway/core';
import { toGuardrail } from '@model-gateway/core/kit';
import type { Insertable, Transaction } from 'kysely';
import { AdministrationError } from '../administration-error.ts';
import { toGuardrailOf, toGuardrailRow, type GuardrailRow } from '../guardrail-rows.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requirePrintable, requireStorable } from '../storable-text.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportRows, importAll, type ImportOptions, type Records } from './batches.ts';
import {
  createKeyGuardrailAdministration,
  type KeyGuardrailAdministration,
} from './guardrails-of-keys.ts';

/** A guardrail as it is stored. */
export interface GuardrailRecord extends Guardrail {
  readonly createdAt: string;
}

/** A guardrail to create; what is left out limits nothing. */
export type NewGuardrail = Pick<Guardrail, 'accountId' | 'name'> &
  Partial<Omit<Guardrail, 'accountId' | 'name'>>;

/** Members of a guardrail to change; those that are left out stay. */
export type GuardrailChange = Partial<Omit<Guardrail, 'id' | 'accountId'>>;

/** Administers guardrails, and which keys have them; those of members are assignments. */
export interface GuardrailAdministration extends KeyGuardrailAdministration {
  /** Creates a guardrail, with a new UUID by default. Throws a `TypeError` for an invalid one. */
  create(guardrail: NewGuardrail): Promise<GuardrailRecord>;
  show(id: string): Promise<GuardrailRecord | undefined>;
  /**
   * Changes members of a guardrail, for all who have it from the next request on, and returns it;
   * undefined for an unknown id. Throws a `TypeError` for a change that would make it invalid.
   */
  update(id: string, change: GuardrailChange): Promise<GuardrailRecord | undefined>;
  /** Deletes a guardrail. Throws while it is assigned. */
  delete(id: string): Promise<boolean>;
  /** Adds guardrails and replaces those with the same ids, in force at once. */
  import(guardrails: Records<GuardrailRecord>, options?: ImportOptions): Promise<number>;
  /** Yields every guardrail, in the order of ids. */
  export(): AsyncGenerator<GuardrailRecord>;
}

export function createGuardrailAdministration(
  context: AdministrationContext,
): GuardrailAdministration {
  const { database, changeKeys, clock } = context;
  const { db } = database;
  const now = () => new Date(clock.now()).toISOString();
  const rows = () => db.selectFrom('mg_guardrails').selectAll();

  return {
    ...createKeyGuardrailAdministration(context),
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
    async update(id, change) {
      if (!isStorable(id)) return undefined;
      return changeKeys(async (trx) => {
        // A change of nothing locks the row, so that of two changes at once the later finds the other.
        const row = await trx
          .updateTable('mg_guardrails')
          .set(({ ref }) => ({ name: ref('name') }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const { account_id: accountId, created_at: createdAt } = row;
        const guardrail = toGuardrail({ ...toGuardrailOf(row), ...change });
        if (guardrail.id !== id || guardrail.accountId !== accountId) {
          throw new AdministrationError('a guardrail keeps its id and its account');
        }
        requirePrintable({ name: guardrail.name });
        const { id: _, ...columns } = storableRow(guardrail, createdAt);
        await trx.updateTable('mg_guardrails').set(columns).where('id', '=', id).execute();
        return { ...guardrail, createdAt };
      });
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
            `guardrail ${id} is still assigned (${assigned.id}): unassign it first, so that nobody ` +
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
    import(guardrails, options) {
      const write = async (trx: Transaction<Schema>, batch: readonly GuardrailRecord[]) => {
        for (const { createdAt, ...guardrail } of batch) {
          const { id, ...changed } = storableRow(toGuardrail(guardrail), createdAt);
          await trx
            .insertInto('mg_guardrails')
            .values({ id, ...changed })
            .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
            .execute();
        }
      };
      return importAll(changeKeys, guardrails, write, options);
    },
    export: () => exportRows(rows(), 'id', toRecord),
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
