import {
  GuardrailAssignmentSchema,
  type GuardrailAssignment,
  type StoredMember,
} from '@model-gateway/core';
import { createRandomSource, present } from '@model-gateway/core/kit';
import { MOCK_ACCOUNT } from '../mock-account.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from '../seed/reference-date.ts';
import { checkNames, createWishCheck } from './check-wish.ts';
import { uuidOf } from './uuid-of.ts';
import type { Some } from './wished.ts';

/** What an assignment is to be: short-hands first, then every member of the wire by its own name. */
export interface AssignmentWish extends Some<GuardrailAssignment> {
  /** A name: the guardrail's id is drawn from it. */
  readonly guardrail?: string | undefined;
  /** Who it is assigned to: a built member, or an id. By default whom the mock's keys belong to. */
  readonly user?: string | StoredMember | undefined;
}

/**
 * An assignment of a guardrail to a member, for `assignments` of a tenant or world. Its id is drawn
 * from guardrail and user. Throws GW1701 for what is none.
 *
 * ```ts
 * assignment({ guardrail: 'no-secrets', user: member({ id: 'user_ada' }) })
 * ```
 */
export function assignment(wish: AssignmentWish = {}): GuardrailAssignment {
  const building = { builder: 'assignment', id: wish?.guardrail ?? wish?.id };
  checkNames(wish, NAMES, building);
  const { guardrail = 'test', user = MOCK_ACCOUNT.userId, ...members } = wish;
  const guardrail_id = members.guardrail_id ?? uuidOf(`guardrail ${guardrail}`);
  const user_id = members.user_id ?? (typeof user === 'string' ? user : user.member.id);
  const key = `assignment ${guardrail_id} ${user_id}`;
  const age = createRandomSource(`built ${key}`).whole(1, 400);
  const built = {
    id: uuidOf(key),
    guardrail_id,
    user_id,
    assigned_by: MOCK_ACCOUNT.userId,
    organization_id: typeof user === 'string' ? MOCK_ACCOUNT.organizationId : user.organizationId,
    created_at: new Date((REFERENCE_SECONDS - age * SECONDS_PER_DAY) * 1000).toISOString(),
    ...present(members),
  };
  return check(built, building);
}

const NAMES = ['guardrail', 'user', ...Object.keys(GuardrailAssignmentSchema.entries)];
const check = createWishCheck(GuardrailAssignmentSchema);
