import type { GuardrailAssignment } from '../resources/guardrail-assignment.ts';
import type { Page, PageRequest } from './page.ts';

/** Stores assignments of guardrails to members. */
export interface GuardrailAssignmentStore {
  /** Oldest first: `created_at`, then `id`. Source: contract §5.6. */
  list(
    query: PageRequest & { readonly organizationId: string },
  ): Promise<Page<GuardrailAssignment>>;
}
