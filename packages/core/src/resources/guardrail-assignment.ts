import * as v from 'valibot';
import { described } from './described.ts';

/** Element of `data` in GET /guardrails/assignments/members. Source: contract §8.10. */
export const GuardrailAssignmentSchema = described(
  v.object({
    id: described(v.pipe(v.string(), v.uuid()), "The assignment's id."),
    guardrail_id: described(v.pipe(v.string(), v.uuid()), 'The guardrail that is assigned.'),
    user_id: described(v.string(), 'The member it is assigned to.'),
    assigned_by: described(v.string(), 'The user who assigned it.'),
    organization_id: described(v.string(), 'The organization of both.'),
    created_at: described(v.pipe(v.string(), v.isoTimestamp()), 'When it was assigned.'),
  }),
  'An assignment of a guardrail to a member.',
  { title: 'GuardrailAssignment' },
);

/** An assignment of a guardrail to a member. Source: contract §8.10. */
export type GuardrailAssignment = v.InferOutput<typeof GuardrailAssignmentSchema>;
