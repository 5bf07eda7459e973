import type {
  GuardrailAssignment,
  GuardrailAssignmentStore,
  PageRequest,
} from '@model-gateway/core';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { paged, toPage, type PagedRow } from './paged.ts';
import { isStorable } from './storable-text.ts';

type ListQuery = PageRequest & { readonly organizationId: string };

/** Creates the store of guardrail assignments, oldest first. */
export function createGuardrailAssignmentStore(database: Database): GuardrailAssignmentStore {
  const list = database.prepare<ListQuery, PagedRow<GuardrailAssignment>>('reads', (db, value) =>
    paged(
      db,
      value,
      sql`
        select * from mg_guardrail_assignments
        where organization_id = ${value('organizationId')}`,
      sql`created_ms, id`,
    ),
  );
  return {
    async list(query) {
      if (!isStorable(query.organizationId)) return { items: [], totalCount: 0 };
      return toPage(await list(query), toAssignment);
    },
  };
}

export function toAssignment(row: GuardrailAssignment): GuardrailAssignment {
  const { id, guardrail_id, user_id, assigned_by, organization_id, created_at } = row;
  return { id, guardrail_id, user_id, assigned_by, organization_id, created_at };
}
