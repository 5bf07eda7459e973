import {
  GuardrailAssignmentSchema,
  type GuardrailAssignment,
  type StoredMember,
} from '@model-gateway/core';
import { createRandomSource, present } from '@model-gateway/core/kit';
import { MOCK_ACCOUNT } from '../mock-account.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from '../seed/dates/reference-date.ts';
import { checkNames, createInputCheck } from './check-input.ts';
import { uuidOf } from './uuid-of.ts';
import type { PartialInput } from './input-types.ts';

/** Input of `assignment()`: short-hands first, then every member of the wire by its own name. */
export interface AssignmentSpec extends PartialInput<GuardrailAssignment> {
  /** A name; the guardrail's id is a function of it. */
  readonly guardrail?: string | undefined;
  /** The assigned user: a built member, or an id. The owner of the mock's keys by default. */
  readonly user?: string | StoredMember | undefined;
}

/**
 * Builds an assignment of a guardrail to a member, for `assignments` of a tenant or world. Its id is
 * a function of guardrail and user. Throws GW1701 for invalid input.
 *
 * ```ts
 * assignment({ guardrail: 'no-secrets', user: member({ id: 'user_ada' }) })
 * ```
 */
export function assignment(spec: AssignmentSpec = {}): GuardrailAssignment {
  const building = { builder: 'assignment', id: spec?.guardrail ?? spec?.id };
  checkNames(spec, NAMES, building);
  const { guardrail = 'test', user = MOCK_ACCOUNT.userId, ...members } = spec;
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
const check = createInputCheck(GuardrailAssignmentSchema);
