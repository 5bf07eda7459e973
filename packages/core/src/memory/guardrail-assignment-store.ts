import type { GuardrailAssignmentStore } from '../ports/guardrail-assignment-store.ts';
import type { GuardrailAssignment } from '../resources/guardrail-assignment.ts';
import { pageOf } from './page-of.ts';

/** A store of guardrail assignments in memory, with a way to fill it. */
export interface MemoryGuardrailAssignmentStore extends GuardrailAssignmentStore {
  /** Adds an assignment, or replaces the one with the same id. */
  put(assignment: GuardrailAssignment): void;
  /** Removes an assignment; returns false if no assignment has this id. */
  remove(id: string): boolean;
  /** Returns the ids of the guardrails of a member, each once. */
  idsOf(organizationId: string, userId: string): readonly string[];
}

/**
 * Creates a store of guardrail assignments in memory. Copies what it receives and what it returns.
 */
export function createMemoryGuardrailAssignmentStore(
  assignments: Iterable<GuardrailAssignment> = [],
): MemoryGuardrailAssignmentStore {
  const byId = new Map<string, GuardrailAssignment>();
  const put = (assignment: GuardrailAssignment) =>
    void byId.set(assignment.id, structuredClone(assignment));
  for (const assignment of assignments) put(assignment);

  return {
    put,
    remove: (id) => byId.delete(id),
    idsOf(organizationId, userId) {
      const found = [...byId.values()].filter(
        (one) => one.organization_id === organizationId && one.user_id === userId,
      );
      return [...new Set(found.map(({ guardrail_id: id }) => id))];
    },
    async list({ organizationId, ...page }) {
      const found = [...byId.values()]
        .filter(({ organization_id }) => organization_id === organizationId)
        .sort(oldestFirst);
      return pageOf(found, page);
    },
  };
}

function oldestFirst(a: GuardrailAssignment, b: GuardrailAssignment): number {
  const later = Date.parse(a.created_at) - Date.parse(b.created_at);
  if (later !== 0) return later;
  return a.id < b.id ? -1 : 1;
}
