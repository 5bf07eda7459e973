import * as v from 'valibot';

/** Element of `data` in GET /organization/members. Source: spec §2.9; roles are open, decisions §6. */
export const MemberSchema = v.object({
  id: v.string(),
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  role: v.string(),
});

export type Member = v.InferOutput<typeof MemberSchema>;
