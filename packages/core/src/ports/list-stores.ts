import type { DestinationStore } from './destination-store.ts';
import type { GuardrailAssignmentStore } from './guardrail-assignment-store.ts';
import type { MemberStore } from './member-store.ts';

/**
 * The stores of what an account administers. A gateway needs none of them: what a store that is left
 * out would hold is an empty list.
 */
export interface ListStores {
  readonly destinations: DestinationStore;
  readonly members: MemberStore;
  readonly assignments: GuardrailAssignmentStore;
}
