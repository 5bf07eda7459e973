import type { GuardrailAssignment, Member } from '@model-gateway/core';
import { MOCK_ACCOUNT } from '../../mock-account.ts';
import type { Draws } from '../draws/draws.ts';
import { momentBefore } from './moment.ts';

const GUARDRAILS = 4;
/** Every second member is under a guardrail. */
const MEMBERS_PER_ASSIGNMENT = 2;

/** Source of the form: contract §8.10, §6. */
export function assignmentAt(
  index: number,
  members: readonly Member[],
  draws: Draws,
): GuardrailAssignment {
  const member = members[index * MEMBERS_PER_ASSIGNMENT];
  if (member === undefined) throw new RangeError(`expected a member for assignment ${index}`);
  const faker = draws('assignment', index);
  const id = faker.string.uuid();
  const guardrail = faker.number.int({ max: GUARDRAILS - 1 });
  const created_at = momentBefore(faker, { days: 400 });
  return {
    id,
    guardrail_id: draws('guardrail', guardrail).string.uuid(),
    user_id: member.id,
    assigned_by: MOCK_ACCOUNT.userId,
    organization_id: MOCK_ACCOUNT.organizationId,
    created_at,
  };
}
