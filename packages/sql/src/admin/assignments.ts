import { GuardrailAssignmentSchema, type GuardrailAssignment } from '@model-gateway/core';
import type { Transaction } from 'kysely';
import { toAssignment } from '../guardrail-assignment-store.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requireStorable } from '../storable-text.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportAll, importAll, type ImportOptions, type Records } from './batches.ts';
import { checked } from './checked.ts';

/** Administers guardrail assignments: which member a guardrail applies to. */
export interface AssignmentAdministration {
  /** Assigns a guardrail to a member: a new assignment, from now on. */
  create(assignment: Omit<GuardrailAssignment, 'id' | 'created_at'>): Promise<GuardrailAssignment>;
  show(id: string): Promise<GuardrailAssignment | undefined>;
  delete(id: string): Promise<boolean>;
  /** Adds assignments and replaces those with the same ids. */
  import(assignments: Records<GuardrailAssignment>, options?: ImportOptions): Promise<number>;
  export(): AsyncGenerator<GuardrailAssignment>;
}

export function createAssignmentAdministration({
  database,
  clock,
}: AdministrationContext): AssignmentAdministration {
  const { db } = database;
  return {
    async create(wanted) {
      const created_at = new Date(clock.now()).toISOString();
      const assignment = { ...wanted, id: crypto.randomUUID(), created_at };
      await importAll(database, checkedAssignments([assignment]), write);
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
      const { numDeletedRows } = await db
        .deleteFrom('mg_guardrail_assignments')
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    import: (assignments, options) =>
      importAll(database, checkedAssignments(assignments), write, options),
    export: () =>
      exportAll(
        (after: GuardrailAssignment | undefined, limit) =>
          db
            .selectFrom('mg_guardrail_assignments')
            .selectAll()
            .where('id', '>', after?.id ?? '')
            .orderBy('id')
            .limit(limit)
            .execute(),
        toAssignment,
      ),
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
