import type { Selectable, Transaction } from 'kysely';
import * as v from 'valibot';
import { AdministrationError } from '../administration-error.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requirePrintable, requireStorable } from '../storable-text.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportRows, importAll, type ImportOptions, type Records } from './batches.ts';
import { checked, TimestampSchema } from './checked.ts';
import { requireGuardrail } from './require-guardrail.ts';

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

/** Administers which keys have which guardrails. Each change is in force at once. */
export interface KeyGuardrailAdministration {
  /** Assigns a guardrail to a key of its account, from the next request on. Throws for any other. */
  assign(wanted: Omit<KeyGuardrail, 'id' | 'createdAt'>): Promise<KeyGuardrail>;
  /** Ends an assignment to a key; returns false for an unknown id. */
  unassign(id: string): Promise<boolean>;
  /** Returns which keys have a guardrail, of one or of all; the oldest assignment first. */
  keys(guardrailId?: string): Promise<readonly KeyGuardrail[]>;
  /**
   * Adds assignments to keys and replaces those with the same ids, and of the same key and guardrail.
   * A key whose guardrail is not there is refused everything until it is.
   */
  importKeys(assignments: Records<KeyGuardrail>, options?: ImportOptions): Promise<number>;
  /** Yields every assignment to a key, in the order of ids. */
  exportKeys(): AsyncGenerator<KeyGuardrail>;
}

export function createKeyGuardrailAdministration({
  database,
  changeKeys,
  clock,
}: AdministrationContext): KeyGuardrailAdministration {
  const rows = () => database.db.selectFrom('mg_guardrail_keys').selectAll();
  const add = (trx: Transaction<Schema>, made: KeyGuardrail) =>
    trx.insertInto('mg_guardrail_keys').values(toRow(made));

  return {
    async assign({ guardrailId, keyHash, assignedBy }) {
      requireStorable({ guardrailId, keyHash, assignedBy });
      requirePrintable({ assignedBy });
      const createdAt = new Date(clock.now()).toISOString();
      const made = { id: crypto.randomUUID(), guardrailId, keyHash, assignedBy, createdAt };
      await changeKeys(async (trx) => {
        const key = await trx
          .selectFrom('mg_keys')
          .select(['organization_id', 'user_id'])
          .where('hash', '=', keyHash)
          .executeTakeFirst();
        if (key === undefined) throw new AdministrationError(`there is no key ${keyHash}`);
        await requireGuardrail(trx, guardrailId, key.organization_id ?? key.user_id);
        const { numInsertedOrUpdatedRows = 0n } = await add(trx, made)
          .onConflict((conflict) => conflict.columns(PAIR).doNothing())
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
        guardrailId === undefined ? rows() : rows().where('guardrail_id', '=', guardrailId);
      const found = await wanted.orderBy('created_at').orderBy('id').execute();
      return found.map(toKeyGuardrail);
    },
    importKeys(assignments, options) {
      const write = async (trx: Transaction<Schema>, batch: readonly KeyGuardrail[]) => {
        for (const made of batch) {
          await trx.deleteFrom('mg_guardrail_keys').where('id', '=', made.id).execute();
          const { id, assigned_by, created_at } = toRow(made);
          await add(trx, made)
            .onConflict((conflict) =>
              conflict.columns(PAIR).doUpdateSet({ id, assigned_by, created_at }),
            )
            .execute();
        }
      };
      return importAll(changeKeys, checkedAssignments(assignments), write, options);
    },
    exportKeys: () => exportRows(rows(), 'id', toKeyGuardrail),
  };
}

const PAIR = ['key_hash', 'guardrail_id'] as const;

const KeyGuardrailSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  guardrailId: v.string(),
  keyHash: v.string(),
  assignedBy: v.string(),
  createdAt: TimestampSchema,
});

async function* checkedAssignments(
  assignments: Records<KeyGuardrail>,
): AsyncGenerator<KeyGuardrail> {
  let position = 0;
  for await (const value of assignments) {
    const made = checked(KeyGuardrailSchema, value, `assignments[${position++}]`);
    requireStorable({ ...made });
    yield made;
  }
}

type Row = Selectable<Schema['mg_guardrail_keys']>;

function toRow({ id, guardrailId, keyHash, assignedBy, createdAt }: KeyGuardrail): Row {
  return {
    id,
    guardrail_id: guardrailId,
    key_hash: keyHash,
    assigned_by: assignedBy,
    created_at: createdAt,
  };
}

function toKeyGuardrail(row: Row): KeyGuardrail {
  const { id, guardrail_id: guardrailId, key_hash: keyHash, assigned_by: assignedBy } = row;
  return { id, guardrailId, keyHash, assignedBy, createdAt: row.created_at };
}
