import type { Faker } from '@faker-js/faker';
import { MOCK_ACCOUNT } from '../../mock-account.ts';
import type { WorldAccounts } from '../../world.ts';
import { createDraws } from '../draws/draws.ts';
import { assignmentAt } from './assignment.ts';
import { destinationAt } from './destination.ts';
import { GENERATED_KINDS } from './generated-kinds.ts';
import { membersOf } from './member.ts';

/** More than a page of the largest size, so that paging matters. */
const MEMBERS = 120;
const ASSIGNMENTS = 60;
/** Every kind in the default workspace, every other one in the second workspace too. */
const DESTINATIONS = Math.ceil(1.5 * GENERATED_KINDS.length);

/**
 * Generates the records of the account of the mock's keys: its members, the destinations of their
 * telemetry, and their guardrails. A record depends on the seed and its own number only, a member
 * on those before it too, which have taken their names.
 */
export function generateAccounts(seed: number, english: Faker): WorldAccounts {
  const draws = createDraws(seed, english);
  const { organizationId } = MOCK_ACCOUNT;
  const members = membersOf(MEMBERS, draws);
  return {
    destinations: times(DESTINATIONS, (index) => destinationAt(index, draws)),
    members: members.map((member) => ({ organizationId, member })),
    assignments: times(ASSIGNMENTS, (index) => assignmentAt(index, members, draws)),
  };
}

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
