import type { Ask } from '../ports/deadline.ts';
import type { DestinationStore } from '../ports/destination-store.ts';
import type { GuardrailAssignmentStore } from '../ports/guardrail-assignment-store.ts';
import type { MemberStore } from '../ports/member-store.ts';

/** The destinations, with a deadline for each answer. A store may answer null for undefined. */
export function destinationsInTime(store: DestinationStore, ask: Ask): DestinationStore {
  const name = 'the destination store';
  return {
    list: (query) => ask(name, () => store.list(query)),
    get: async (id) => (await ask(name, () => store.get(id))) ?? undefined,
    replace: (next, version) => ask(name, () => store.replace(next, version)),
  };
}

/** The members, with a deadline for each answer. */
export function membersInTime(store: MemberStore, ask: Ask): MemberStore {
  return { list: (query) => ask('the member store', () => store.list(query)) };
}

/** The assignments, with a deadline for each answer. */
export function assignmentsInTime(
  store: GuardrailAssignmentStore,
  ask: Ask,
): GuardrailAssignmentStore {
  return { list: (query) => ask('the assignment store', () => store.list(query)) };
}
