import * as v from 'valibot';

/** Element of `data` in GET /guardrails/assignments/members. Source: spec §2.10. */
export const GuardrailAssignmentSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  guardrail_id: v.pipe(v.string(), v.uuid()),
  user_id: v.string(),
  assigned_by: v.string(),
  organization_id: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
});

export type GuardrailAssignment = v.InferOutput<typeof GuardrailAssignmentSchema>;
