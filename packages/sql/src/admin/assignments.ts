import { GuardrailAssignmentSchema, type GuardrailAssignment } from '@model-gateway/core';
import type { Transaction } from 'kysely';
import { toAssignment } from '../guardrail-assignment-store.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requireStorable } from '../storable-text.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportRows, importAll, type ImportOptions, type Records } from './batches.ts';
import { checked } from './checked.ts';
import { requireGuardrail } from './require-guardrail.ts';

/** Administers guardrail assignments: which member a guardrail holds for. Each is in force at once. */
export interface AssignmentAdministration {
  /**
   * Assigns a guardrail to a member: a new assignment, from now on. Throws for a guardrail that the
   * organization does not have.
   */
  create(assignment: Omit<GuardrailAssignment, 'id' | 'created_at'>): Promise<GuardrailAssignment>;
  show(id: string): Promise<GuardrailAssignment | undefined>;
  delete(id: string): Promise<boolean>;
  /**
   * Adds assignments and replaces those with the same ids. A member whose guardrail is not there is
   * refused everything until it is.
   */
  import(assignments: Records<GuardrailAssignment>, options?: ImportOptions): Promise<number>;
  export(): AsyncGenerator<GuardrailAssignment>;
}

export function createAssignmentAdministration({
  database: { db },
  changeKeys,
  clock,
}: AdministrationContext): AssignmentAdministration {
  // What a key may do depends on its guardrails.
  const importChanging = (records: Records<GuardrailAssignment>, options?: ImportOptions) =>
    importAll(changeKeys, checkedAssignments(records), write, options);
  return {
    async create(wanted) {
      const created_at = new Date(clock.now()).toISOString();
      const assignment = { ...wanted, id: crypto.randomUUID(), created_at };
      await requireGuardrail(db, wanted.guardrail_id, wanted.organization_id);
      await importChanging([assignment]);
      return toAssignment(assignment);
    },
    async show(id) {
      if (!isStorable(id)) return undefined;
      const row = await db
        .selectFrom('mg_guardrail_assignments')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toAssignment(row);
    },
    async delete(id) {
      if (!isStorable(id)) return false;
      const { numDeletedRows } = await changeKeys((trx) =>
        trx.deleteFrom('mg_guardrail_assignments').where('id', '=', id).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
    import: importChanging,
    export: () =>
      exportRows(db.selectFrom('mg_guardrail_assignments').selectAll(), 'id', toAssignment),
  };
}

async function* checkedAssignments(
  assignments: Records<GuardrailAssignment>,
): AsyncGenerator<GuardrailAssignment> {
  let position = 0;
  for await (const value of assignments) {
    const assignment = checked(GuardrailAssignmentSchema, value, `assignments[${position++}]`);
    requireStorable({ ...toAssignment(assignment) });
    yield toAssignment(assignment);
  }
}

async function write(
  trx: Transaction<Schema>,
  batch: readonly GuardrailAssignment[],
): Promise<void> {
  for (const { id, ...rest } of batch) {
    const changed = { ...rest, created_ms: Date.parse(rest.created_at) };
    await trx
      .insertInto('mg_guardrail_assignments')
      .values({ id, ...changed })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
      .execute();
  }
}
